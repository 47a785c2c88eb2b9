import { renderToStaticMarkup } from 'react-dom/server'
import { StartingSpinner } from '../ui/spinner.tsx'

/** What app.html shows until the app's script is there, made at build time. */
export function render(): string {
  return renderToStaticMarkup(<StartingSpinner />)
}
