import type { InstallationKeys } from '#contract/evidence.ts'
import { areKeysOf, type CheckedEvidence, checkEvidence } from '#contract/evidence-check.ts'
import { chooseLocale, type LanguageTag, languageNames, languageTags } from '#contract/languages.ts'
import { paths } from '#contract/paths.ts'
import { rememberLanguage } from '../../language/remember-language.ts'
import { getTheme, setTheme, subscribeToTheme } from '../../ui/theme.ts'
import { drawResult, type Speech } from './draw-result.ts'
import { drawLogo, element, icon } from './element.ts'
import { type ReadFiles, type Refusal, readFiles } from './read-files.ts'
import { hindiVerifyTexts } from './verify-texts.hi.ts'
import { verifyTexts } from './verify-texts.ts'

const sentences = { en: verifyTexts, hi: hindiVerifyTexts } as const

const moon = 'M12 3a9 9 0 1 0 9 9 7 7 0 0 1-9-9'
const sun =
  'M8 12a4 4 0 1 0 8 0a4 4 0 1 0-8 0M12 3v2M12 19v2M3 12h2M19 12h2M5.6 5.6 7 7M17 17l1.4 1.4M5.6 18.4 7 17M17 7l1.4-1.4'

/** What the page shows below the choice of a file. */
type Shown = { readonly checked: CheckedEvidence } | { readonly refusal: Refusal } | undefined

/**
 * The page /verify: it checks evidence files in the browser. `language`: at the beginning. `fetchKeys`: the keys of the
 * installation that the page came from, if there is a network. Returns the function that takes the page away.
 */
export function openVerifyPage(
  container: HTMLElement,
  language: LanguageTag,
  fetchKeys: () => Promise<InstallationKeys | undefined>,
): () => void {
  let speech = speechOf(language)
  let shown: Shown
  let chosen = 0
  /** The chosen ones last: they are what a person trusts. */
  let known: readonly InstallationKeys[] = []
  let lastEvidence: ReadFiles['evidence']
  // At once: a network may be there now, and not when a file is chosen.
  const own = fetchKeys()
  const result = element('div', { role: 'status', class: 'result' })

  const drawShown = () => {
    if (shown === undefined) return result.replaceChildren()
    const drawn = 'checked' in shown ? drawResult(shown.checked, speech) : drawRefusal(shown.refusal, speech)
    result.replaceChildren(...drawn)
    return drawn[0]
  }

  const take = async (files: readonly File[]) => {
    if (files.length === 0) return
    const turn = ++chosen
    const found = await check(files)
    // Another file was chosen meanwhile.
    if (turn !== chosen) return
    shown = found
    drawShown()?.focus()
  }

  const check = async (files: readonly File[]): Promise<Shown> => {
    // Browsers have it on https and on this machine alone.
    if (!('subtle' in crypto)) return { refusal: 'insecure' }
    const { evidence, keys, refusal } = await readFiles(files)
    if (refusal !== undefined) return { refusal }
    known = [...known, ...keys]
    lastEvidence = evidence ?? lastEvidence
    if (!lastEvidence) return { refusal: 'only-keys' }
    const { origin } = lastEvidence
    const fetched = (await own) ?? (await fetchKeys())
    const all = fetched ? [fetched, ...known] : known
    return {
      checked: await checkEvidence(
        lastEvidence,
        all.findLast((one) => areKeysOf(one, origin)),
      ),
    }
  }

  const draw = () => {
    document.title = speech.words.title
    document.documentElement.lang = speech.tag
    container.replaceChildren(drawBar(speech, speakAgain), drawMain(speech, result, take))
    drawShown()
  }
  const speakAgain = (tag: LanguageTag) => {
    rememberLanguage(tag)
    speech = speechOf(tag)
    draw()
    container.querySelector<HTMLElement>('[data-language]')?.focus()
  }
  draw()
  const stopDrops = takeDrops(take)
  const stopThemes = subscribeToTheme(() => nameThemeSwitch(container.querySelector('[data-theme-switch]'), speech))
  return () => {
    stopDrops()
    stopThemes()
    container.replaceChildren()
  }
}

type SpeechOf = Speech & { readonly tag: LanguageTag }

function speechOf(tag: LanguageTag): SpeechOf {
  const locale = chooseLocale(tag, navigator.languages)
  const format = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'long' })
  // A file may name a time that no calendar has.
  const timeOf = (epochMs: number) => (Math.abs(epochMs) > 8.64e15 ? String(epochMs) : format.format(epochMs))
  return { tag, words: sentences[tag], timeOf }
}

function drawBar({ words, tag }: SpeechOf, speak: (tag: LanguageTag) => void): HTMLElement {
  const theme = element('button', { type: 'button', class: 'quiet', 'data-theme-switch': '' })
  theme.addEventListener('click', () => setTheme(getTheme() === 'dark' ? 'light' : 'dark'))
  nameThemeSwitch(theme, { words })
  const languages = languageTags
    .filter((other) => other !== tag)
    .map((other) => {
      const button = element('button', { type: 'button', class: 'quiet', lang: other, 'data-language': other })
      button.append(languageNames[other])
      button.addEventListener('click', () => speak(other))
      return button
    })
  const home = element('a', { href: paths.landing, class: 'home' }, drawLogo(), words.product)
  return element('header', { class: 'bar' }, home, element('div', { class: 'switches' }, ...languages, theme))
}

function nameThemeSwitch(button: Element | null, { words }: Pick<Speech, 'words'>): void {
  const isDark = getTheme() === 'dark'
  button?.setAttribute('aria-label', isDark ? words.toLight : words.toDark)
  button?.replaceChildren(icon(isDark ? sun : moon))
}

function drawMain(
  { words }: Speech,
  result: HTMLElement,
  take: (files: readonly File[]) => Promise<void>,
): HTMLElement {
  const input = element('input', { type: 'file', id: 'file', multiple: '', accept: '.json,application/json' })
  input.addEventListener('change', () => {
    const files = [...(input.files ?? [])]
    // So that the same file can be chosen again.
    input.value = ''
    void take(files)
  })
  const choose = element('label', { for: 'file', class: 'choose' }, words.choose)
  return element(
    'main',
    {},
    element('h1', {}, words.title),
    element('p', { class: 'lead' }, words.lead),
    element('div', { class: 'drop' }, input, choose, element('span', { class: 'hint' }, words.orDrop)),
    result,
    element('p', { class: 'hint trust' }, words.trust(location.host || location.protocol)),
  )
}

function drawRefusal(refusal: Refusal, { words }: Speech): [HTMLHeadingElement, HTMLElement] {
  const heading = element('h2', { tabindex: '-1', class: 'verdict wrong' }, words.refused)
  return [heading, element('p', {}, words.refusals[refusal])]
}

/** A file may be dropped anywhere: beside the field, the browser would open it instead of this page. */
function takeDrops(take: (files: readonly File[]) => Promise<void>): () => void {
  const over = (event: DragEvent) => event.preventDefault()
  const drop = (event: DragEvent) => {
    event.preventDefault()
    void take([...(event.dataTransfer?.files ?? [])])
  }
  addEventListener('dragover', over)
  addEventListener('drop', drop)
  return () => {
    removeEventListener('dragover', over)
    removeEventListener('drop', drop)
  }
}
