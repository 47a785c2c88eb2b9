import { installationKeysPath } from '#contract/evidence.ts'
import { type CheckedEvidence, judge, type KeyOwner } from '#contract/evidence-check.ts'
import { paths } from '#contract/paths.ts'
import { element, icon } from './element.ts'
import type { VerifyTexts } from './verify-texts.ts'

type Answer = 'yes' | 'no' | 'unchecked'

/** How a result is said: in which words, and times how. */
export type Speech = { readonly words: VerifyTexts; readonly timeOf: (epochMs: number) => string }

const pictures = {
  yes: 'm5 12.5 4.5 4.5L19 7.5',
  no: 'm7 7 10 10M17 7 7 17',
  unchecked: 'M6 12h12',
} as const satisfies Record<Answer, string>

const answers = {
  registered: 'yes',
  removed: 'unchecked',
  unknown: 'no',
  'not-signed': 'no',
  'no-keys': 'unchecked',
  'no-algorithm': 'unchecked',
} as const satisfies Record<KeyOwner, Answer>

/** What the check of a file shows, each apart. The first is its heading, which takes the focus. */
export function drawResult(checked: CheckedEvidence, speech: Speech): [HTMLHeadingElement, ...HTMLElement[]] {
  const { words } = speech
  const verdict = judge(checked)
  const heading = element('h2', { tabindex: '-1', class: `verdict ${verdict}` }, words.verdicts[verdict])
  return [heading, ...drawWithdrawal(checked, speech), drawSubject(checked, speech), drawFindings(checked, speech)]
}

function drawWithdrawal({ file }: CheckedEvidence, { words }: Speech): HTMLElement[] {
  return file.mark.isWithdrawn ? [element('p', { class: 'withdrawn' }, words.withdrawn)] : []
}

function drawSubject({ file, fitsInstallation }: CheckedEvidence, { words, timeOf }: Speech): HTMLElement {
  const { student, organisation, attendanceSession, mark } = file
  const facts: [string, string][] = [
    [words.student, student.name],
    [words.rollNumber, student.rollNumber],
    [words.institute, organisation.name],
    ...(file.format === 'rollkey evidence v2'
      ? [[words.course, `${file.course.title} (${file.course.code})`] as [string, string]]
      : []),
    [words.session, words.sessionAt(String(attendanceSession.number), timeOf(attendanceSession.startedAt))],
    [words.way, words.ways[mark.way]],
  ]
  return element(
    'section',
    { 'aria-labelledby': 'about', class: 'about' },
    element('h3', { id: 'about' }, words.about),
    element(
      'dl',
      {},
      ...facts.map(([name, value]) =>
        element('div', {}, element('dt', {}, name), element('dd', {}, element('bdi', {}, value))),
      ),
    ),
    element('p', { class: 'hint' }, fitsInstallation ? words.namesChecked : words.namesUnchecked),
  )
}

function drawFindings(checked: CheckedEvidence, speech: Speech): HTMLElement {
  const { words, timeOf } = speech
  const { file, fitsKey, owner } = checked
  const fits: Answer = fitsKey === undefined ? 'unchecked' : fitsKey ? 'yes' : 'no'
  const begun = timeOf(file.challenge.begunAt)
  const fitsHint = fits === 'yes' ? words.fitsKeyHint.yes(file.origin) : words.fitsKeyHint[fits]
  return element(
    'ol',
    { class: 'findings' },
    drawFinding(words.fitsKey, [element('p', {}, fitsHint)], speech, fits),
    drawFinding(
      words.owns(file.origin, isolate(file.student.name)),
      describeOwner(checked, speech).map((line) => element('p', {}, line)),
      speech,
      answers[owner],
    ),
    drawFinding(words.time, [element('p', {}, words.timeHint(begun, timeOf(file.mark.markedAt)))], speech),
    drawFinding(words.cannot, [element('ul', {}, ...words.cannotList.map((line) => element('li', {}, line)))], speech),
  )
}

function drawFinding(title: string, explained: HTMLElement[], { words }: Speech, answer?: Answer): HTMLElement {
  const badge = answer && element('p', { class: `answer ${answer}` }, icon(pictures[answer]), words[answer])
  return element('li', {}, element('h3', {}, title), ...(badge ? [badge] : []), ...explained)
}

function describeOwner({ file: { origin }, owner }: CheckedEvidence, { words }: Speech): string[] {
  if (owner !== 'no-keys') return [words.ownsHint[owner]]
  const howTo = words.howToCheck(`${origin}${paths.verify}`, `${origin}${installationKeysPath}`)
  return [words.ownsHint['no-keys'](origin), howTo]
}

/** A name inside a sentence: its letters never turn the direction of the rest (UAX 9). */
function isolate(name: string): string {
  return `\u2068${name}\u2069`
}
