import { IconDeviceMobile, IconEye, IconQrcode } from '@tabler/icons-react'
import { keepPreviousData } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { DeskPerson } from '#contract/desk.ts'
import { enrolTexts } from '#contract/enrol-texts.ts'
import { paths } from '#contract/paths.ts'
import type { RosterPerson } from '#contract/roster.ts'
import type { RosterFilter } from '#contract/roster-rules.ts'
import { rosterTexts } from '#contract/roster-texts.ts'
import { messageOf } from '../../client/request-error.ts'
import { useKeptError } from '../../forms/use-kept-error.ts'
import { SearchInput } from '../../kit/search-input.tsx'
import { useRead } from '../../kit/use-read.ts'
import { useFormat } from '../../language/format.ts'
import { nameLanguage } from '../../language/name-language.ts'
import { useTextsOf } from '../../language/texts.ts'
import { useMay } from '../../session/may.ts'
import { useInstitute, useInstituteProfile } from '../../session/session.ts'
import { BackLink, Card, Choice, classNames, EmptyState, ErrorState, PageHeading, Skeleton } from '../../ui/index.ts'
import styles from './desk.module.css'
import { DeskPanel, SamePhone } from './desk-panel.tsx'
import { DeskProgress } from './desk-progress.tsx'
import { Missing, nameOf } from './missing.tsx'
import { useDesk, useDeskKeys } from './use-desk.ts'

const shownPeople = 20
/** As they stand on keyboards in every language. */
const keys = [
  ['/', 'search'],
  ['Enter', 'first'],
  ['Ctrl + Enter', 'seen'],
  ['Esc', 'next'],
] as const
/** Those who can be helped at a desk. */
const offered = ['all', 'not-registered', 'no-passkey', 'held'] as const satisfies readonly RosterFilter[]
type Offered = (typeof offered)[number]

/** /admin/dashboard/{userId}/people/desk: people who come in person get an account and a passkey on their own phones. */
export function EnrolmentDesk() {
  const { desk: words } = useTextsOf(enrolTexts)
  const { $id } = useInstitute()
  const hasPasskey = useInstituteProfile().data?.passKey === true
  return (
    <>
      <BackLink to={paths.roster($id)}>{words.back}</BackLink>
      {hasPasskey ? <Content /> : <PageHeading>{words.title}</PageHeading>}
    </>
  )
}

function Content() {
  const { desk: words } = useTextsOf(enrolTexts)
  const [show, setShow] = useState<Offered>('not-registered')
  const [search, setSearch] = useState('')
  const [typed, setTyped] = useState('')
  const searchPlace = useRef<HTMLDivElement>(null)
  const findSearch = () => searchPlace.current?.querySelector('input')
  const desk = useDesk(() => {
    setTyped('')
    setSearch('')
    findSearch()?.focus()
  })
  const query = { show, search, limit: shownPeople, offset: 0 }
  const people = useRead('GET /people', {}, query, { placeholderData: keepPreviousData })
  const error = useKeptError(people)
  const { called, current } = desk
  const mayCall = useMay('officeAndDesk')
  useDeskKeys({
    findSearch,
    onNext: desk.next,
    onSeen: () => {
      if (current?.state === 'passkey') void desk.see(current)
    },
    onFirst: () => {
      const first = mayCall && people.data?.people.find(canBeCalled)
      // What is listed is what was typed.
      if (first && search === typed.trim() && !people.isPlaceholderData) void desk.call(first.id)
    },
  })
  return (
    <>
      <div className={styles.head}>
        <PageHeading>{words.title}</PageHeading>
        <DeskProgress />
      </div>
      <div className={styles.halves}>
        <div className={styles.left}>
          <div ref={searchPlace}>
            <SearchInput typed={typed} onType={setTyped} onPause={setSearch} />
          </div>
          <Filters show={show} onShow={setShow} counts={people.data?.counts} />
          {called.length > 0 && <Called called={called} chosen={current?.id} onChoose={mayCall && desk.choose} />}
          {people.data ? (
            <People
              people={people.data.people}
              called={called}
              total={people.data.counts[show]}
              onCall={mayCall && ((id) => void desk.call(id))}
            />
          ) : error ? (
            <ErrorState message={messageOf(error)} busy={people.isFetching} onRetry={() => void people.refetch()} />
          ) : (
            <Skeleton width="100%" height="280px" />
          )}
          {mayCall && (
            <ul className={styles.keys}>
              {keys.map(([key, does]) => (
                <li key={key}>
                  <kbd>{key}</kbd> <span>{words.keys[does]}</span>
                </li>
              ))}
            </ul>
          )}
        </div>
        {mayCall && <DeskPanel key={(current ?? desk.seen)?.id} person={current} desk={desk} />}
      </div>
    </>
  )
}

const canBeCalled = ({ studentId, email }: RosterPerson) => studentId === null && email !== ''

type FiltersProps = {
  show: Offered
  onShow: (show: Offered) => void
  counts: Readonly<Record<Offered, number>> | undefined
}

function Filters({ show, onShow, counts }: FiltersProps) {
  const roster = useTextsOf(rosterTexts)
  const { number } = useFormat()
  const options = offered
    .filter((value) => value === 'all' || value === show || counts?.[value])
    .map((value) => ({
      value,
      label: counts ? `${roster.filters[value]} ${number(counts[value])}` : roster.filters[value],
    }))
  return <Choice<Offered> label={roster.filterLabel} options={options} value={show} onChoose={onShow} />
}

type CalledProps = {
  called: readonly DeskPerson[]
  chosen: string | undefined
  /** False for who only reads. */
  onChoose: ((id: string) => void) | false
}

/** Whom the desks have called, and how far each is. */
function Called({ called, chosen, onChoose }: CalledProps) {
  const { desk: words } = useTextsOf(enrolTexts)
  return (
    <section aria-label={words.atDesks}>
      <Card as="ul" className={styles.rows}>
        {called.map((one) => (
          <li key={one.id}>
            {onChoose ? (
              <button
                type="button"
                className={styles.row}
                aria-pressed={one.id === chosen}
                onClick={() => onChoose(one.id)}
              >
                <CalledRow one={one} />
              </button>
            ) : (
              <div className={styles.row}>
                <CalledRow one={one} />
              </div>
            )}
          </li>
        ))}
      </Card>
    </section>
  )
}

function CalledRow({ one }: { one: DeskPerson }) {
  const { desk: words } = useTextsOf(enrolTexts)
  return (
    <>
      <StateIcon state={one.state} />
      <Who person={one} />
      <span className={styles.state}>
        <span className={one.state === 'passkey' ? styles.waits : undefined}>{words.states[one.state]}</span>
        <SamePhone person={one} />
        <span>{one.isYours ? words.yours : (one.calledBy?.name ?? words.own)}</span>
      </span>
    </>
  )
}

const stateIcons = {
  code: IconQrcode,
  phone: IconDeviceMobile,
  account: IconDeviceMobile,
  passkey: IconEye,
} satisfies Record<DeskPerson['state'], unknown>

/** What the words beside it say, to be seen from further away. */
function StateIcon({ state }: Pick<DeskPerson, 'state'>) {
  const Icon = stateIcons[state]
  return (
    <Icon className={classNames(styles.sign, state === 'passkey' && styles.calls)} stroke={1.9} aria-hidden="true" />
  )
}

type PeopleProps = {
  people: readonly RosterPerson[]
  called: readonly DeskPerson[]
  total: number
  /** False for who only reads. */
  onCall: ((id: string) => void) | false
}

/** Those whom search and filter leave, with what is missing. */
function People({ people, called, total, onCall }: PeopleProps) {
  const { desk: words } = useTextsOf(enrolTexts)
  const atDesks = new Set(called.map(({ personId }) => personId))
  const left = people.filter(({ id }) => !atDesks.has(id))
  if (people.length === 0) return <EmptyState title={words.noMatch}>{words.chooseHint}</EmptyState>
  return (
    <section aria-label={words.list}>
      <Card as="ul" className={styles.rows}>
        {left.map((one) => (
          <li key={one.id}>
            {onCall && canBeCalled(one) ? (
              <button type="button" className={styles.row} onClick={() => onCall(one.id)}>
                <Who person={one} />
                <Missing person={one} />
              </button>
            ) : (
              <div className={styles.row}>
                <Who person={one} />
                {one.studentId === null ? (
                  <span className={styles.hint}>{words.noEmail}</span>
                ) : (
                  <Missing person={one} />
                )}
              </div>
            )}
          </li>
        ))}
      </Card>
      {total > people.length && <p className={styles.hint}>{words.more}</p>}
    </section>
  )
}

type WhoProps = { person: Pick<RosterPerson, 'name' | 'rollNumber'> & Partial<Pick<RosterPerson, 'isNumberTaken'>> }

function Who({ person }: WhoProps) {
  const { numberTaken } = useTextsOf(rosterTexts)
  const name = nameOf(person)
  return (
    <span className={styles.who}>
      <span className={styles.name} lang={nameLanguage(name)}>
        {name}
      </span>
      <span className={styles.number}>{person.rollNumber}</span>
      {person.isNumberTaken && <span className={styles.hint}>{numberTaken}</span>}
    </span>
  )
}
