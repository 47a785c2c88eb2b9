import type { ComponentType } from 'react'
import { createContext, useContext, useEffect, useEffectEvent, useLayoutEffect, useState } from 'react'
import { useTexts } from '../language/texts.ts'
import { DialogInPlace } from './dialog-in-place.tsx'
import type { FrameProps } from './frame-props.ts'
import { showError } from './toasts.tsx'
import { whenIdle } from './when-idle.ts'

/** The frames of dialogs. Where one dialog opens from another, load its frame with the first: it must open without a connection, too. */
export const loadModalDialog = async () => (await import('./modal-dialog.tsx')).ModalDialog
const frames = {
  /** A 440 px dialog in the middle. */
  middle: loadModalDialog,
  /** At the right, 350 px wide; the whole width on a phone. */
  drawer: async () => (await import('./drawer-dialog.tsx')).DrawerDialog,
  /** In the page, below the row that it is about. */
  row: async () => DialogInPlace,
  /** The content has a frame of its own. */
  own: async () => OwnFrame,
} satisfies Record<string, () => Promise<ComponentType<FrameProps>>>

const OwnFrame = ({ children }: FrameProps) => children

/** Whether a dialog is open, and what it was opened for: that stays while it closes. */
export function useDialog<Subject = void>() {
  const [{ isOpen, asked }, set] = useState<{ isOpen: boolean; asked?: Subject }>({ isOpen: false })
  return {
    isOpen,
    asked,
    open: (subject: Subject) => set({ isOpen: true, asked: subject }),
    close: () => set((before) => ({ ...before, isOpen: false })),
  }
}

const TitleContext = createContext<(title: string) => void>(() => undefined)

/** The content of a dialog says its title by this. */
export function useDialogTitle(title: string): void {
  const setTitle = useContext(TitleContext)
  useLayoutEffect(() => setTitle(title), [setTitle, title])
}

type DialogProps<Props> = Pick<FrameProps, 'shownOnce' | 'fromBelow'> & {
  of: { readonly isOpen: boolean; readonly close: () => void }
  /** Loads the content; must stay the same function. */
  load: () => Promise<ComponentType<Props>>
  props: Omit<Props, 'onClose'>
  /** Must stay the same. */
  place?: keyof typeof frames
}

/**
 * The place of a dialog, whose content is a file of its own. It is loaded once the screen was drawn and the page is idle, because it
 * must open without a connection, too. After a failure it is loaded again on opening; if that fails, an error is shown,
 * and the screen stays as it was. Each opening begins with new content.
 */
export function Dialog<Props extends object>({ of, load, props, place = 'middle', ...frame }: DialogProps<Props>) {
  const { isOpen, close } = of
  const [title, setTitle] = useState('')
  const opening = useOpenings(isOpen)
  const parts = useParts(load, place, of)
  // Once opened it stays mounted, so that it can close with its animation.
  if (parts === undefined || opening === 0) return null
  const { Frame } = parts
  // Some have a button that closes them.
  const Content = parts.Content as ComponentType<typeof props & { onClose: () => void }>
  return (
    <Frame open={isOpen} onClose={close} title={title} {...frame}>
      <TitleContext value={setTitle}>
        <Content key={opening} {...props} onClose={close} />
      </TitleContext>
    </Frame>
  )
}

type Parts<Props> = {
  readonly Frame: ComponentType<FrameProps>
  readonly Content: ComponentType<Props>
}

function useParts<Props>(
  load: DialogProps<Props>['load'],
  place: keyof typeof frames,
  { isOpen, close }: DialogProps<Props>['of'],
): Parts<Props> | undefined {
  const texts = useTexts()
  const [parts, setParts] = useState<Parts<Props> | undefined>()
  const giveUp = useEffectEvent(() => {
    showError(texts.common.networkFailed)
    close()
  })
  const isMissing = parts === undefined
  useEffect(() => {
    if (!isMissing) return
    let isCurrent = true
    const start = () => {
      Promise.all([frames[place](), load()]).then(
        ([Frame, Content]) => isCurrent && setParts({ Frame, Content }),
        () => {
          if (isCurrent && isOpen) giveUp()
        },
      )
    }
    const callOff = isOpen ? start() : whenIdle(start)
    return () => {
      isCurrent = false
      callOff?.()
    }
  }, [load, place, isMissing, isOpen])
  return parts
}

/** How often it has opened. */
function useOpenings(open: boolean): number {
  const [state, setState] = useState({ open, count: Number(open) })
  if (state.open !== open) setState({ open, count: open ? state.count + 1 : state.count })
  return state.count
}
