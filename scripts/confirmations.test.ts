import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

/** No confirmation acts before a person can have seen it: each is a `ConfirmButton` (web/ui/confirm-button.tsx). This is their list. */
const confirmations = [
  // The submit button of every form of a dialog that changes one field: also approves a screen and corrects a roll number.
  'web/forms/update-form.tsx',
  'web/kit/step-up-modal.tsx',
  'web/parts/add-institute/add-institute-modal.tsx',
  'web/parts/attendance-session/end-session-dialog.tsx',
  'web/parts/attendance-session/start-attendance-button.tsx',
  'web/parts/attendance-sheet/by-hand-modal.tsx',
  'web/parts/courses/roll-bar.tsx',
  'web/parts/members/member-modal.tsx',
  'web/parts/passkey/remove-passkey-modal.tsx',
  'web/parts/passkey/use-make-recovery-codes.tsx',
  'web/parts/profile/delete-modal.tsx',
  'web/parts/profile/leave-modal.tsx',
  'web/parts/receipts/not-me-form.tsx',
  'web/parts/room-pick/start-course.tsx',
  'web/parts/rulings/decision-form.tsx',
  'web/parts/sessions/sessions-section.tsx',
  'web/screens/courses/add-course-modal.tsx',
  'web/screens/courses/course-settings.tsx',
  'web/screens/courses/course-sheet.tsx',
  'web/screens/courses/day-passes.tsx',
  'web/screens/courses/make-pass-modal.tsx',
  'web/screens/courses/move-modal.tsx',

  'web/screens/courses/sections-modal.tsx',
  'web/screens/courses/session-acts.tsx',
  'web/screens/day-pass/pass-session.tsx',
  'web/screens/imports/finished.tsx',
  'web/screens/imports/plan-step.tsx',
  'web/screens/imports/result-step.tsx',
  'web/screens/join/invitation-view.tsx',
  'web/screens/organisation-dashboard/held-passkeys.tsx',
  'web/screens/people/people-table.tsx',
  'web/screens/people/waiting-passkeys.tsx',
  'web/screens/roster/desk-panel.tsx',
  'web/screens/roster/doubles.tsx',
  'web/screens/roster/invite.tsx',
  'web/screens/roster/person-form.tsx',
  'web/screens/roster/person-modal.tsx',
  'web/screens/roster/roster-list.tsx',
  'web/screens/settings/screens-section.tsx',
]

/** In dialogs, what acts and confirms nothing: it closes what is read, copies, or leads on. */
const harmless = [
  'web/parts/attendance-sheet/by-hand-modal.tsx: onDone',
  'web/parts/passkey/remove-passkey-modal.tsx: onAddFirst',
  'web/parts/passkey/use-make-recovery-codes.tsx: () => void copy()',
  'web/parts/passkey/use-make-recovery-codes.tsx: () => window.print()',
  'web/parts/profile/delete-modal.tsx: () => void keep()',
]

const project = join(import.meta.dirname, '..')
const sources = new Map(
  globSync('web/**/*.tsx', { cwd: project })
    .filter((file) => !file.includes('.test.'))
    .sort()
    .map((file) => [file, readFileSync(join(project, file), 'utf8')]),
)

/** The buttons of a file that press without a rest, by what they do. `onClose` only closes. */
function listPlainButtons(text: string): string[] {
  return [...text.matchAll(/<Button\b([\s\S]*?)>\s*(?:\{|[A-Z<])/g)]
    .map(
      ([, attributes = '']) =>
        /type="submit"/.exec(attributes)?.[0] ?? /onClick=\{(.*?)\}(?=\s|$)/.exec(attributes)?.[1] ?? '',
    )
    .filter((act) => act !== 'onClose' && act !== 'onCancel')
}

test('every confirmation is a button that rests first', () => {
  const found = [...sources].filter(
    ([file, text]) => text.includes('<ConfirmButton') && file !== 'web/ui/confirm-button.tsx',
  )
  expect(found.map(([file]) => file)).toEqual(confirmations)
})

test('a dialog has no other button that acts', () => {
  // The drawer leads to dialogs, and asks nothing itself.
  const dialogs = [...sources].filter(
    ([file, text]) => /\buseDialogTitle\(/.test(text) && !file.endsWith('-drawer.tsx'),
  )
  expect(dialogs.length).toBeGreaterThan(20)
  const plain = dialogs.flatMap(([file, text]) => listPlainButtons(text).map((act) => `${file}: ${act}`))
  expect(plain).toEqual(harmless)
})

test('a plain button that acts would be found', () => {
  expect(listPlainButtons('<Button kind="primary" busy={a} onClick={() => mutate()}>\n{b}')).toEqual(['() => mutate()'])
  expect(listPlainButtons('<Button type="submit" kind="primary">\n{b}')).toEqual(['type="submit"'])
})
