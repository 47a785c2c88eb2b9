import { IconArrowsMaximize, IconArrowsMinimize } from '@tabler/icons-react'
import { useSyncExternalStore } from 'react'
import { Button } from '../../ui/index.ts'

function subscribe(notify: () => void): () => void {
  document.addEventListener('fullscreenchange', notify)
  return () => document.removeEventListener('fullscreenchange', notify)
}

type FullScreenButtonProps = {
  words: { readonly fullScreen: string; readonly leaveFullScreen: string }
  className?: string | undefined
}

/** Only a press may make a page fill the screen. Nothing where the browser cannot. */
export function FullScreenButton({ words, className }: FullScreenButtonProps) {
  const isFull = useSyncExternalStore(subscribe, () => document.fullscreenElement !== null)
  if (!document.fullscreenEnabled) return null
  const Icon = isFull ? IconArrowsMinimize : IconArrowsMaximize
  // A refusal leaves the page as it is, which is seen.
  const toggle = () =>
    void (isFull ? document.exitFullscreen() : document.documentElement.requestFullscreen()).catch(() => undefined)
  return (
    <Button
      kind="quiet"
      className={className}
      icon={<Icon size={18} stroke={1.9} aria-hidden="true" />}
      onClick={toggle}
    >
      {isFull ? words.leaveFullScreen : words.fullScreen}
    </Button>
  )
}
