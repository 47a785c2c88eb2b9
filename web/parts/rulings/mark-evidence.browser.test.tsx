import { expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { EvidenceFile } from '#contract/evidence.ts'
import es256 from '../../../testing/evidence-samples/es256.json?raw'
import { speakLanguage } from '../../language/language.ts'
import { answerCalls, refuse } from '../../testing/answer-calls.ts'
import { noPasskeys, office, officeDocument } from '../../testing/people.ts'
import { markedRow, noHistory, runningSheet, signedMark } from '../../testing/sheets.ts'
import { expectCount, press, showPart, toast } from '../../testing/show-part.tsx'
import type { CellToRule } from './cell-to-rule.ts'
import { useRuling } from './use-ruling.tsx'

const file: EvidenceFile = JSON.parse(es256)
const cell: CellToRule = {
  sessionId: runningSheet.session.id,
  personId: markedRow.personId,
  name: markedRow.name,
  rollNumber: markedRow.rollNumber,
  session: 'Session 26',
}
const take = page.getByRole('button', { name: 'Take the evidence' })
const question = page.getByRole('dialog', { name: 'Confirm that it is you' })

function Opener() {
  const ruling = useRuling()
  return (
    <>
      <button type="button" onClick={() => ruling.decide(cell)}>
        Open
      </button>
      {ruling.dialog}
    </>
  )
}

async function open(
  evidence: (isConfirmed: boolean) => EvidenceFile | ReturnType<typeof refuse>,
  history = 'History of this mark',
  isSigned = true,
): Promise<void> {
  let isConfirmed = false
  answerCalls({
    'GET /databases/:databaseId/collections/:collectionId/documents/:documentId': officeDocument,
    'GET /passkeys': noPasskeys,
    'GET /sessions/:sessionId/people/:personId/rulings': {
      ...noHistory,
      mark: { ...signedMark, markedAt: markedRow.mark.markedAt, isSigned },
    },
    'GET /sessions/:sessionId/people/:personId/evidence': () => evidence(isConfirmed),
    'POST /session/confirm': () => {
      isConfirmed = true
      return { confirmed: true } as const
    },
  })
  showPart(<Opener />, { account: office })
  await press(page.getByRole('button', { name: 'Open' }), 'Enter')
  await expect.element(page.getByRole('heading', { name: history })).toBeVisible()
}

test('an institute takes the evidence of a mark once it has confirmed itself, and the file is saved as it came', async () => {
  const saved: Blob[] = []
  const saving = vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    saved.push(blob as Blob)
    return 'data:,'
  })
  onTestFinished(() => saving.mockRestore())
  await open((isConfirmed) => (isConfirmed ? file : refuse('step-up-needed')))
  await press(take, 'Enter')
  await expect.element(question.getByLabelText('Current password')).toHaveFocus()
  expect(saved).toHaveLength(0)
  await expect.element(question.getByRole('button', { name: 'Continue' })).toBeEnabled()
  await userEvent.keyboard('umbrella-monsoon-tramway-7{Enter}')
  await expect.element(toast('The evidence file is saved.')).toBeVisible()
  await expect.element(take).toHaveFocus()
  expect(await saved[0]?.text()).toBe(es256)
})

test('evidence that was not confirmed is not taken, and the focus is back at its button', async () => {
  await open(() => refuse('step-up-needed'))
  await press(take, 'Enter')
  await expect.element(question.getByLabelText('Current password')).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expect.element(question).not.toBeInTheDocument()
  await expect.element(take).toHaveFocus()
  await expectCount(page.getByRole('alert'), 0)
})

test('a mark without the student’s signature says that it has no evidence', async () => {
  await open(() => refuse('mark-unsigned'))
  await press(take, 'Enter')
  const sentence = 'The student has not signed this mark, so there is no evidence file of it.'
  await expect.element(toast(sentence)).toBeVisible()
})

test('a mark that is gone says so', async () => {
  await open(() => refuse('document_not_found'))
  await press(take, 'Enter')
  await expect.element(toast('There is no such record.')).toBeVisible()
})

test('where the student has not signed, no evidence is offered', async () => {
  await open(() => refuse('mark-unsigned'), undefined, false)
  await expectCount(take, 0)
})

test('in Hindi the evidence is offered, and refused, in Hindi', async () => {
  await speakLanguage('hi')
  await open(() => refuse('mark-unsigned'), 'इस उपस्थिति का इतिहास')
  await press(page.getByRole('button', { name: 'साक्ष्य लें' }), 'Enter')
  const sentence = 'इस उपस्थिति पर विद्यार्थी के हस्ताक्षर नहीं हैं, इसलिए इसकी प्रमाण फ़ाइल नहीं है।'
  await expect.element(page.getByText(sentence)).toBeVisible()
})
