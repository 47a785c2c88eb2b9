import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { type EvidenceFile, type InstallationKeys, installationKeys } from '#contract/evidence.ts'
import { languageCookie } from '#contract/languages.ts'
import course from '../../../testing/evidence-samples/course.json?raw'
import eddsa from '../../../testing/evidence-samples/eddsa.json?raw'
import es256 from '../../../testing/evidence-samples/es256.json?raw'
import keysText from '../../../testing/evidence-samples/keys.json?raw'
import rs256 from '../../../testing/evidence-samples/rs256.json?raw'
import { findOverflow } from '../../testing/find-overflow.ts'
import verifyStyles from './verify.css?inline'
import { openVerifyPage } from './verify-page.ts'
import { verifyTexts } from './verify-texts.ts'

/** Of its own page, in which it stands alone: on the page of all tests they would also dress other screens. */
const styles = new CSSStyleSheet()
styles.replaceSync(verifyStyles)
beforeAll(() => void document.adoptedStyleSheets.push(styles))
afterAll(() => void document.adoptedStyleSheets.pop())

const keys: InstallationKeys = installationKeys.parse(JSON.parse(keysText))
const { origin } = keys

let container: HTMLElement
let close: () => void

function open({ language = 'en', known = keys }: { language?: 'en' | 'hi'; known?: InstallationKeys | null } = {}) {
  close = openVerifyPage(container, language, async () => known ?? undefined)
}

beforeEach(() => {
  container = document.body.appendChild(document.createElement('div'))
  container.id = 'app'
})
afterEach(() => {
  close()
  container.remove()
  document.documentElement.lang = 'en'
  // biome-ignore lint/suspicious/noDocumentCookie: the page itself has set it
  document.cookie = `${languageCookie}=; Max-Age=0; Path=/`
})

const fileOf = (text: string, name = 'rollkey-evidence.json') => new File([text], name, { type: 'application/json' })
const choose = (...texts: string[]) =>
  userEvent.upload(
    page.getByLabelText(verifyTexts.choose),
    texts.map((text, at) => fileOf(text, `${at}.json`)),
  )
const changed = (change: (file: EvidenceFile) => object) => {
  const file: EvidenceFile = JSON.parse(es256)
  return JSON.stringify({ ...file, ...change(file) })
}
const heading = (name: string) => page.getByRole('heading', { level: 2, name })
const finding = (name: string) => page.getByRole('listitem').filter({ has: page.getByRole('heading', { name }) })
const owns = verifyTexts.owns(origin, '\u2068Asha Rao\u2069')

describe('the check of evidence', () => {
  test.each([
    ['ES256', es256],
    ['Ed25519', eddsa],
    ['RS256', rs256],
  ])('finds that a file signed with %s fits', async (_name, text) => {
    open()
    await choose(text)
    await expect.element(heading(verifyTexts.verdicts.sound)).toHaveFocus()
    await expect.element(finding(verifyTexts.fitsKey).getByText(verifyTexts.yes)).toBeVisible()
    await expect.element(finding(owns).getByText(verifyTexts.yes)).toBeVisible()
    await expect.element(finding(verifyTexts.time).getByText(/the mark was made on .*2026/)).toBeVisible()
    await expect.element(finding(verifyTexts.cannot).getByText('Who held the phone.')).toBeVisible()
    await expect.element(page.getByText('21-CS-014')).toBeVisible()
    await expect.element(page.getByText(verifyTexts.namesChecked)).toBeVisible()
  })

  test('names the course of a file, and finds another title', async () => {
    open()
    await choose(course)
    await expect.element(heading(verifyTexts.verdicts.sound)).toHaveFocus()
    await expect.element(page.getByText('Mathematics (M1)')).toBeVisible()
    await choose(course.replace('Mathematics', 'Physics'))
    await expect.element(heading(verifyTexts.verdicts.wrong)).toHaveFocus()
  })

  test.each<[string, (file: EvidenceFile) => object]>([
    ['the origin', () => ({ origin: 'https://other.example' })],
    ['the domain', () => ({ relyingPartyId: 'other.example' })],
    ['the institute', ({ organisation }) => ({ organisation: { ...organisation, id: 'K7QF3M9V' } })],
    ['the session', ({ attendanceSession }) => ({ attendanceSession: { ...attendanceSession, id: 'other' } })],
    ['the student', ({ student }) => ({ student: { ...student, id: '3BCDFGHJ' } })],
    ['the way', ({ mark }) => ({ mark: { ...mark, way: 'screen' } })],
    ['the nonce', ({ challenge }) => ({ challenge: { ...challenge, nonce: 'AAAA' } })],
    ['the bound student', ({ challenge }) => ({ challenge: { ...challenge, boundStudentId: null } })],
    ['the place', ({ challenge }) => ({ challenge: { ...challenge, place: '179541730' } })],
    ['the begin', ({ challenge }) => ({ challenge: { ...challenge, begunAt: challenge.begunAt + 1 } })],
    ['the key', ({ passkey }) => ({ passkey: { ...passkey, publicKey: JSON.parse(eddsa).passkey.publicKey } })],
    ['the authenticator data', ({ assertion }) => ({ assertion: { ...assertion, authenticatorData: 'AAAA' } })],
    ['the client data', ({ assertion }) => ({ assertion: { ...assertion, clientDataJSON: 'e30' } })],
    ['the signature', ({ assertion }) => ({ assertion: { ...assertion, signature: 'AAAA' } })],
  ])('finds that %s was changed, without any key of the installation', async (_what, change) => {
    open({ known: null })
    await choose(changed(change))
    await expect.element(heading(verifyTexts.verdicts.wrong)).toHaveFocus()
    await expect.element(finding(verifyTexts.fitsKey).getByText(verifyTexts.fitsKeyHint.no)).toBeVisible()
  })

  test.each<[string, (file: EvidenceFile) => object]>([
    ['the name', ({ student }) => ({ student: { ...student, name: 'Asha Rao', rollNumber: '1' } })],
    ['that it is withdrawn', ({ mark }) => ({ mark: { ...mark, isWithdrawn: true } })],
    ['the time of the mark', ({ mark }) => ({ mark: { ...mark, markedAt: 1 } })],
    ['the standing of the key', ({ passkey }) => ({ passkey: { ...passkey, standing: 'removed' } })],
  ])('tells a changed claim of the installation from the signature of the passkey: %s', async (_what, change) => {
    open()
    await choose(changed(change))
    await expect.element(heading(verifyTexts.verdicts.wrong)).toHaveFocus()
    await expect.element(finding(verifyTexts.fitsKey).getByText(verifyTexts.yes)).toBeVisible()
    await expect.element(finding(owns).getByText(verifyTexts.ownsHint['not-signed'])).toBeVisible()
  })

  test('says what is not checked without the installation’s keys, and takes them as a file', async () => {
    open({ known: null })
    await choose(es256)
    await expect.element(heading(verifyTexts.verdicts.partly)).toHaveFocus()
    await expect.element(finding(owns).getByText(/\/\.well-known\/rollkey-key/)).toBeVisible()
    await expect.element(page.getByText(verifyTexts.namesUnchecked)).toBeVisible()
    await choose(keysText)
    await expect.element(heading(verifyTexts.verdicts.sound)).toHaveFocus()
  })

  test('takes evidence and keys at once', async () => {
    open({ known: null })
    await choose(keysText, es256)
    await expect.element(heading(verifyTexts.verdicts.sound)).toBeVisible()
  })

  test('does not check with the keys of another installation', async () => {
    open({ known: { ...keys, origin: 'https://other.example' } })
    await choose(es256)
    await expect.element(finding(owns).getByText(verifyTexts.unchecked)).toBeVisible()
  })

  test.each<[string, string[], keyof typeof verifyTexts.refusals]>([
    ['an empty file', [''], 'other'],
    ['a picture', ['\u0089PNG\r\n'], 'other'],
    ['half of a file', [es256.slice(0, 700)], 'other'],
    ['a file that an editor has formatted', [JSON.stringify(JSON.parse(es256), null, 2)], 'rewritten'],
    ['a large file', ['a'.repeat(200_001)], 'too-large'],
    ['keys alone', [keysText], 'only-keys'],
    ['two evidence files', [es256, rs256], 'two-files'],
  ])('says what is wrong with %s', async (_what, texts, refusal) => {
    open()
    await choose(...texts)
    await expect.element(heading(verifyTexts.refused)).toHaveFocus()
    await expect.element(page.getByText(verifyTexts.refusals[refusal])).toBeVisible()
  })

  test('takes a file that is dropped anywhere', async () => {
    open()
    const dropped = new DataTransfer()
    dropped.items.add(fileOf(es256))
    document.body.dispatchEvent(new DragEvent('drop', { dataTransfer: dropped, bubbles: true, cancelable: true }))
    await expect.element(heading(verifyTexts.verdicts.sound)).toBeVisible()
  })

  test('goes by keyboard, speaks Hindi with the result in place, and fits a phone', async () => {
    await page.viewport(390, 844)
    open()
    const long = changed(({ student, organisation }) => ({
      student: { ...student, name: 'W'.repeat(80), rollNumber: '9'.repeat(32) },
      organisation: { ...organisation, name: 'Institute'.repeat(9) },
    }))
    await choose(long)
    await expect.element(heading(verifyTexts.verdicts.wrong)).toBeVisible()
    expect(findOverflow()).toEqual([])
    const hindi = page.getByRole('button', { name: 'हिन्दी' })
    hindi.element().focus()
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByRole('heading', { level: 1, name: 'साक्ष्य फ़ाइल जाँचें' })).toBeVisible()
    await expect.element(heading('यह फ़ाइल उपस्थिति सिद्ध नहीं करती')).toBeVisible()
    await expect.element(page.getByRole('button', { name: 'English' })).toHaveFocus()
    expect([document.documentElement.lang, findOverflow()]).toEqual(['hi', []])
    await page.viewport(1280, 720)
  })
})
