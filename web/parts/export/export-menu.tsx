import { registerTexts } from '#contract/register-texts.ts'
import { useTextsOf } from '../../language/texts.ts'
import { Menu } from '../menu/menu.tsx'
import { ExportButtons, type ExportButtonsProps } from './export-buttons.tsx'

/** The files below one button. */
export function ExportMenu(props: Pick<ExportButtonsProps, 'path' | 'query'>) {
  const words = useTextsOf(registerTexts)
  return (
    <Menu label={words.export}>
      <ExportButtons {...props} />
    </Menu>
  )
}
