import { useState } from 'react'
import type { LinkPeople, PersonDetail } from '#contract/roster.ts'
import { rosterTexts } from '#contract/roster-texts.ts'
import { RequestError } from '../../client/request-error.ts'
import { Form } from '../../forms/form.tsx'
import { ReasonField, useReason } from '../../forms/reason-field.tsx'
import type { Acts } from '../../kit/use-act.ts'
import { useFormat } from '../../language/format.ts'
import { nameLanguage } from '../../language/name-language.ts'
import { useTextsOf } from '../../language/texts.ts'
import { Button, Choice, ConfirmButton, Hint } from '../../ui/index.ts'
import { nameOf } from './missing.tsx'
import styles from './roster.module.css'

type OfOne = { person: PersonDetail; acts: Acts; onClose: () => void }
type Double = PersonDetail['doubles'][number]
type OneOfTwo = NonNullable<LinkPeople['account']>

/** Others who may be the same person, each beside this one. */
export function Doubles({ person, ...rest }: OfOne) {
  return person.doubles.map((double) => <Question key={double.person.id} person={person} double={double} {...rest} />)
}

function Question({ person, double: { person: other, by, isApart }, acts, onClose }: OfOne & { double: Double }) {
  const { double: words, columns, filters } = useTextsOf(rosterTexts)
  const [isOpen, setOpen] = useState(false)
  const reason = useReason()
  const both = [person, other]
  // Of an account that has left only the server knows.
  const [account, setAccount] = useState<OneOfTwo | undefined>(
    both.every(({ studentId }) => studentId !== null) ? 'this' : undefined,
  )
  // Undefined until the server says that both have entries in one session.
  const [entries, setEntries] = useState<OneOfTwo>()
  const whose = (['this', 'other'] as const).map((value, place) => ({
    value,
    // A row without an account may have the number of the other one.
    label: `${both[place]?.rollNumber}${person.rollNumber === other.rollNumber ? ` · ${both[place]?.email}` : ''}`,
  }))
  const facts = [
    { label: columns.rollNumber, of: both.map(({ rollNumber }) => rollNumber) },
    { label: columns.email, of: both.map(({ email }) => email) },
    { label: columns.section, of: both.map(({ section }) => section) },
    {
      label: words.account,
      of: both.map(({ studentId }) => (studentId ? words.registered : filters['not-registered'])),
    },
  ]
  async function send() {
    const why = reason.take()
    if (why === undefined || acts.isBusy) return
    const chosen = { ...(account && { account }), ...(entries && { entries }) }
    const said = { other: other.id, reason: why, ...chosen }
    const refused = (error: Error) => {
      const refusal = error instanceof RequestError ? error.reason : ''
      if (refusal === 'people-registered' && account === undefined) setAccount('this')
      else if (refusal === 'people-share-sessions' && entries === undefined) setEntries('this')
      else return false
      return true
    }
    const telling = { done: words.done(nameOf(person)), refused }
    if (await acts.run('POST /people/:personId/link', { personId: person.id }, said, telling)) onClose()
  }
  const keepApart = () =>
    acts.run(
      'POST /people/:personId/apart',
      { personId: person.id },
      { other: other.id },
      { done: words.keptApart(nameOf(other)) },
    )
  if (isApart && !isOpen)
    return (
      <div className={styles.removal}>
        <Hint>{words.apart(nameOf(other))}</Hint>
        <Button onClick={() => setOpen(true)}>{words.afterAll}</Button>
      </div>
    )
  return (
    <Form
      className={styles.double}
      onSubmit={() => {
        void send()
      }}
    >
      <h3>{filters.double}</h3>
      <Hint>{by.map((one) => words.by[one]).join(' ')}</Hint>
      <table>
        <thead>
          <tr>
            <th scope="col">{columns.name}</th>
            {both.map((one) => (
              <td key={one.id} lang={nameLanguage(nameOf(one))}>
                {nameOf(one)}
              </td>
            ))}
          </tr>
        </thead>
        <tbody>
          {facts.map(({ label, of: [own, others] }) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              <td>{own || '–'}</td>
              <td>{others || '–'}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {account && (
        <>
          <h4>{words.stays}</h4>
          <Choice label={words.stays} options={whose} value={account} onChoose={setAccount} />
          <Hint>{words.staysHint}</Hint>
        </>
      )}
      {entries && (
        <>
          <h4>{words.counts}</h4>
          <Choice label={words.counts} options={whose} value={entries} onChoose={setEntries} />
        </>
      )}
      <ReasonField label={words.reason} of={reason} />
      <ConfirmButton type="submit" busy={acts.isBusy}>
        {words.same}
      </ConfirmButton>
      {!isApart && (
        <Button busy={acts.isBusy} onClick={() => void keepApart()}>
          {words.two}
        </Button>
      )}
    </Form>
  )
}

/** Two rows became this one: by what, and for how long that can be undone. The same button asks and acts. */
export function Linked({ person: { id, linked }, acts, onClose }: OfOne) {
  const { double: words } = useTextsOf(rosterTexts)
  const { dateTime } = useFormat()
  const [isAsked, setAsked] = useState(false)
  if (!linked) return null
  async function undo() {
    if (await acts.run('POST /people/:personId/unlink', { personId: id }, {}, { done: words.undone })) onClose()
    setAsked(false)
  }
  return (
    <div className={styles.removal}>
      <Hint>{words.linked[linked.by](dateTime(linked.until))}</Hint>
      <ConfirmButton isAsking={isAsked} busy={acts.isBusy} onClick={() => (isAsked ? void undo() : setAsked(true))}>
        {isAsked ? words.undoNow : words.undo}
      </ConfirmButton>
    </div>
  )
}
