import { IconAlertTriangle, IconMail } from '@tabler/icons-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { actingTexts } from '#contract/acting-texts.ts'
import { paths } from '#contract/paths.ts'
import type { StaffList } from '#contract/staff.ts'
import { serverNow } from '../../client/server-clock.ts'
import type { Acts } from '../../kit/use-act.ts'
import { useFormat } from '../../language/format.ts'
import { nameLanguage } from '../../language/name-language.ts'
import { useTextsOf } from '../../language/texts.ts'
import { useMay } from '../../session/may.ts'
import { useInstitute } from '../../session/session.ts'
import {
  Button,
  ConfirmButton,
  Dialog,
  EmailAddress,
  EmptyState,
  Initials,
  Table,
  TableFrame,
  useDialog,
  useLostFocus,
} from '../../ui/index.ts'
import type { Invited, Member } from './asked-props.ts'
import { FormerCourses } from './former-courses.tsx'
import styles from './people.module.css'
import { staffTexts } from './staff-texts.ts'
import { useSayInvited } from './use-say-invited.ts'
import { WaitingPasskeys } from './waiting-passkeys.tsx'

type PeopleTableProps = {
  list: StaffList
  /** Undefined where nothing can be changed. */
  acts: Acts | undefined
}

const loads = {
  change: async () => (await import('./change-modal.tsx')).ChangeModal,
  lost: async () => (await import('./lost-modal.tsx')).LostModal,
  end: async () => (await import('./end-modal.tsx')).EndModal,
} as const
type Question = keyof typeof loads

/** Who acts, who is invited, and at the end who was ended: each keeps the name for what they did. */
export function PeopleTable({ list, acts }: PeopleTableProps) {
  const { people: words } = useTextsOf(staffTexts)
  const questions = { change: useDialog<Member>(), lost: useDialog<Member>(), end: useDialog<Member>() }
  const isOwner = useMay('owners')
  const lostFocus = useLostFocus()
  const active = list.people.filter(({ until }) => until === null)
  // The newest row of a person: with another role another one began.
  const isNewest = ({ email, since }: Member) =>
    !list.people.some((other) => other.email === email && other.since > since)
  const ended = list.people.filter((person) => person.until !== null && isNewest(person))
  if (list.people.length + list.invitations.length === 0) {
    return (
      <TableFrame>
        <div className={styles.empty}>
          <EmptyState title={words.empty}>{words.emptyHint}</EmptyState>
        </div>
      </TableFrame>
    )
  }
  return (
    <div {...lostFocus}>
      <Table
        label={words.list}
        className={styles.table}
        busy={false}
        outdated={false}
        head={[words.name, words.role, words.passkeys, words.lastHere, ...(acts ? [words.actions] : [])].map(
          (column) => (
            <th key={column} scope="col">
              {column}
            </th>
          ),
        )}
        foot={null}
      >
        {active.map((person) => (
          <PersonRow
            key={person.id}
            person={person}
            acts={acts}
            onAsk={acts && ((what) => questions[what].open(person))}
          />
        ))}
        {list.invitations.map((invited) => (
          <InvitedRow key={invited.id} invited={invited} isOwner={isOwner} acts={acts} />
        ))}
        {ended.map((person) => (
          <PersonRow key={person.id} person={person} acts={acts} onAsk={acts && null} />
        ))}
      </Table>
      {acts &&
        (['change', 'lost', 'end'] as const).map((what) => {
          const { asked: person } = questions[what]
          return person && <Dialog key={what} of={questions[what]} load={loads[what]} props={{ person, acts }} />
        })}
    </div>
  )
}

/** `onAsk`: undefined without the column of changes, null where nothing can be changed any more. */
type PersonRowProps = { person: Member; onAsk: ((what: Question) => void) | null | undefined } & Pick<
  PeopleTableProps,
  'acts'
>

function PersonRow({ person, acts, onAsk }: PersonRowProps) {
  const { people: words, lost } = useTextsOf(staffTexts)
  const isOwner = useMay('owners')
  const { dateTime, day } = useFormat()
  const { $id } = useInstitute()
  const { id, name, email, role, passkeys, lastHereAt, isYou, since, until } = person
  return (
    <tr className={until === null ? undefined : styles.ended}>
      <td>
        <div className={styles.who}>
          <Initials name={name} of="person" size="small" shape="circle" />
          <span className={styles.words}>
            <span className={styles.name}>
              <Link to={paths.staffMember($id, id)} lang={nameLanguage(name)}>
                {name}
              </Link>
              {isYou && <span className={styles.you}>{` (${words.you})`}</span>}
            </span>
            <span className={styles.fact}>
              <EmailAddress>{email}</EmailAddress>
            </span>
          </span>
        </div>
      </td>
      <td data-label={words.role}>
        <AsWhat {...person} />
        {acts && <FormerCourses person={person} acts={acts} />}
      </td>
      <td data-label={words.passkeys}>
        {until === null && passkeys === 0 ? (
          <span className={styles.missing}>
            <IconAlertTriangle size={16} stroke={1.9} aria-hidden="true" />
            <span>{words.noPasskey}</span>
          </span>
        ) : (
          until === null && <span className={styles.line}>{passkeys}</span>
        )}
        <WaitingPasskeys
          held={person.held}
          isBusy={acts?.isBusy === true}
          label={lost.seen}
          name={lost.seenNamed(name)}
          onSeen={
            isOwner &&
            !isYou &&
            acts &&
            ((passkeyId, done) =>
              void acts.run(
                'POST /staff/:staffId/passkeys/:passkeyId/confirm',
                { staffId: id, passkeyId },
                {},
                { done },
              ))
          }
        />
      </td>
      <td data-label={words.lastHere}>
        {until === null ? (
          <>
            <span className={styles.line}>{lastHereAt === null ? words.never : dateTime(lastHereAt)}</span>
            <span className={styles.fact}>{words.since(day(since))}</span>
          </>
        ) : (
          <span className={styles.line}>{`${words.ended}, ${words.endedAt(day(until))}`}</span>
        )}
      </td>
      {onAsk !== undefined && (
        <td className={styles.actions}>
          {onAsk && isOwner && (
            <Button kind="quiet" aria-label={words.changeNamed(name)} onClick={() => onAsk('change')}>
              {words.change}
            </Button>
          )}
          {onAsk && !isYou && (isOwner || role !== 'owner') && (
            <Button kind="quiet" aria-label={lost.actionNamed(name)} onClick={() => onAsk('lost')}>
              {lost.action}
            </Button>
          )}
          {onAsk && isOwner && (
            <Button kind="quiet" aria-label={words.endNamed(name)} onClick={() => onAsk('end')}>
              {words.end}
            </Button>
          )}
        </td>
      )}
    </tr>
  )
}

function AsWhat({ role, title, holdsWhole }: Pick<Member, 'role' | 'title' | 'holdsWhole'>) {
  const { people: words } = useTextsOf(staffTexts)
  const { roles } = useTextsOf(actingTexts)
  const facts = [title, role === 'teacher' && holdsWhole ? words.holdsWhole : ''].filter((fact) => fact !== '')
  return (
    <>
      <b className={styles.line}>{roles[role]}</b>
      {facts.map((fact) => (
        <span key={fact} className={styles.fact}>
          {fact}
        </span>
      ))}
    </>
  )
}

type InvitedRowProps = { invited: Invited; isOwner: boolean } & Pick<PeopleTableProps, 'acts'>

function InvitedRow({ invited, isOwner, acts }: InvitedRowProps) {
  const { people: words } = useTextsOf(staffTexts)
  const { dateTime } = useFormat()
  const { id, email, role, sentAt, expiresAt, canSend, askedBy } = invited
  const [openedAt] = useState(serverNow)
  const sayInvited = useSayInvited()
  const ids = { invitationId: id }
  const until = expiresAt > openedAt ? words.invitedUntil : words.invitedEnded
  return (
    <tr>
      <td>
        <div className={styles.who}>
          <span className={styles.mail}>
            <IconMail size={18} stroke={1.8} aria-hidden="true" />
          </span>
          <span className={styles.words}>
            <span className={styles.name}>
              <EmailAddress>{email}</EmailAddress>
            </span>
            <span className={styles.fact}>
              {askedBy === undefined ? until(dateTime(expiresAt)) : words.askedFor(askedBy)}
            </span>
            {!canSend && <span className={styles.fact}>{words.noMoreMails(dateTime(sentAt))}</span>}
          </span>
        </div>
      </td>
      <td data-label={words.role}>
        <AsWhat {...invited} />
      </td>
      <td />
      <td>{askedBy === undefined && words.waiting}</td>
      {acts && (
        <td className={styles.actions}>
          {isOwner && canSend && (
            <Button
              kind="quiet"
              aria-label={askedBy === undefined ? words.remindNamed(email) : words.sendNamed(email)}
              resting={acts.isBusy}
              onClick={() => {
                const done = sayInvited(role, askedBy === undefined ? words.reminded : words.sent)
                void acts.run('POST /staff-invitations/:invitationId/remind', ids, {}, { done })
              }}
            >
              {askedBy === undefined ? words.remind : words.send}
            </Button>
          )}
          {isOwner && (
            <ConfirmButton
              kind="quiet"
              aria-label={words.withdrawNamed(email)}
              busy={acts.isBusy}
              onClick={() =>
                void acts.run('DELETE /staff-invitations/:invitationId', ids, {}, { done: words.withdrawn })
              }
            >
              {words.withdraw}
            </ConfirmButton>
          )}
        </td>
      )}
    </tr>
  )
}
