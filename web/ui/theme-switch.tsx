import { IconMoon, IconSun } from '@tabler/icons-react'
import { useSyncExternalStore } from 'react'
import { useTexts } from '../language/texts.ts'
import { IconButton } from './icon-button.tsx'
import { getTheme, setTheme, subscribeToTheme } from './theme.ts'

/** Light or dark, remembered in this browser. */
export function ThemeSwitch({ className }: { className?: string | undefined }) {
  const texts = useTexts()
  const isDark = useSyncExternalStore(subscribeToTheme, getTheme, () => 'light') === 'dark'
  const Icon = isDark ? IconSun : IconMoon
  return (
    <IconButton
      {...(className && { className })}
      label={isDark ? texts.common.toLightTheme : texts.common.toDarkTheme}
      icon={<Icon size={20} stroke={1.9} aria-hidden="true" />}
      onClick={() => setTheme(isDark ? 'light' : 'dark')}
    />
  )
}
