import { useState } from 'react'
import { Link } from 'react-router'
import { paths } from '#contract/paths.ts'
import type { RosterPerson } from '#contract/roster.ts'
import { type RosterFilter, rosterFilters } from '#contract/roster-rules.ts'
import { rosterTexts } from '#contract/roster-texts.ts'
import { useKeptError } from '../../forms/use-kept-error.ts'
import { Listing } from '../../kit/listing.tsx'
import { QueryError } from '../../kit/query-error.tsx'
import { SearchField } from '../../kit/search-field.tsx'
import type { Acts } from '../../kit/use-act.ts'
import { useChosen } from '../../kit/use-chosen.ts'
import { useRead } from '../../kit/use-read.ts'
import { useFormat } from '../../language/format.ts'
import { nameLanguage } from '../../language/name-language.ts'
import { useTextsOf } from '../../language/texts.ts'
import { recordTexts } from '../../parts/attendance-record/record-texts.ts'
import { type Column, RegisterTable } from '../../parts/attendance-record/register-table.tsx'
import { useHasPeople, useMay } from '../../session/may.ts'
import { useInstitute } from '../../session/session.ts'
import { Choice, ConfirmButton, Dialog, EmailAddress, SelectField, useDialog, useLostFocus } from '../../ui/index.ts'
import { InviteAll, InviteChosen } from './invite.tsx'
import { Invited, Missing, nameOf } from './missing.tsx'
import styles from './roster.module.css'
import { rosterPageSize, type useRoster, useRosterAddress } from './use-roster.ts'

const loadPerson = async () => (await import('./person-modal.tsx')).PersonModal

type RosterListProps = { roster: ReturnType<typeof useRoster>; acts: Acts }

/** The people whom the address chooses: searched, filtered and paged on the server. */
export function RosterList({ roster, acts }: RosterListProps) {
  const words = useTextsOf(rosterTexts)
  const { show, section, search } = useRosterAddress()
  const error = useKeptError(roster)
  const lostFocus = useLostFocus()
  const opened = useDialog<RosterPerson>()
  const { chosen, toggle, clear } = useChosen()
  // Those of them to whom an invitation would go.
  const mailed = useChosen()
  const clearAll = () => [clear(), mailed.clear()]
  const isOffice = useMay('office')
  const mayInvite = useMay('officeAndDesk')
  const { data } = roster
  const total = data?.counts[show]
  const columns = useColumns({
    onOpen: opened.open,
    chosen,
    onToggle: mayInvite
      ? (person) => {
          toggle(person.id)
          if (person.studentId === null && person.noMail === undefined) mailed.toggle(person.id)
        }
      : undefined,
  })
  if (data === undefined && error) return <QueryError error={error} of={roster} />
  const isFiltered = show !== 'all' || section !== undefined || search !== ''
  return (
    <div className={styles.list} {...lostFocus}>
      <Tools roster={roster} />
      {chosen.size > 0 ? (
        <div className={styles.chosen}>
          {mailed.chosen.size > 0 && <InviteChosen chosen={mailed.chosen} onDone={clearAll} />}
          {isOffice && <RemoveChosen chosen={chosen} acts={acts} onDone={clearAll} />}
        </div>
      ) : (
        mayInvite &&
        data?.invitable &&
        total !== undefined &&
        total > 0 && (
          <div className={styles.chosen}>
            <InviteAll count={total} {...data.invitable} />
          </div>
        )
      )}
      <Listing
        of={roster}
        total={total}
        pageSize={rosterPageSize}
        shown={data?.people.length}
        empty={
          isFiltered ? { title: words.noMatch, hint: words.noMatchHint } : { title: words.empty, hint: words.emptyHint }
        }
      >
        {(pager) => (
          <RegisterTable
            label={words.list}
            columns={columns}
            rows={data?.people}
            keyOf={({ id }) => id}
            busy={roster.isPlaceholderData}
            foot={pager}
          />
        )}
      </Listing>
      {opened.asked && <Dialog of={opened} load={loadPerson} props={{ person: opened.asked, acts, isOffice }} />}
    </div>
  )
}

/** Search, what is missing, and the section. */
function Tools({ roster: { data } }: Pick<RosterListProps, 'roster'>) {
  const words = useTextsOf(rosterTexts)
  const { number } = useFormat()
  const { show, section, search, change } = useRosterAddress()
  const doubles = useRead(
    'GET /people',
    {},
    { show: 'double', section, search, limit: 1, offset: 0 },
    { enabled: useMay('office') },
  )
  const sections = data?.sections ?? []
  const counts = data && { ...data.counts, double: doubles.data?.counts.double }
  const labelOf = (filter: RosterFilter) =>
    counts?.[filter] === undefined ? words.filters[filter] : `${words.filters[filter]} ${number(counts[filter])}`
  // What concerns no one is not offered, but what is chosen stays.
  const offered = rosterFilters.filter((filter) => filter === 'all' || filter === show || counts?.[filter])
  return (
    <div className={styles.tools}>
      <SearchField className={styles.search} />
      {(sections.length > 0 || section !== undefined) && (
        <div className={styles.section}>
          <SelectField
            label={words.section}
            value={section ?? ''}
            options={[
              { value: '', label: words.allSections },
              ...[...new Set([...sections, ...(section === undefined ? [] : [section])])].map((one) => ({
                value: one,
                label: one,
              })),
            ]}
            onChoose={(chosen) => change({ section: chosen })}
          />
        </div>
      )}
      <Choice
        label={words.filterLabel}
        options={offered.map((value) => ({ value, label: labelOf(value) }))}
        value={show}
        onChoose={(filter) => change({ show: filter === 'all' ? null : filter })}
      />
    </div>
  )
}

type RemoveChosenProps = { chosen: ReadonlySet<string>; acts: Acts; onDone: () => void }

/** The same button asks and acts, so that it keeps the focus. */
function RemoveChosen({ chosen, acts, onDone }: RemoveChosenProps) {
  const words = useTextsOf(rosterTexts)
  const { number } = useFormat()
  const [isAsked, setAsked] = useState(false)
  const count = number(chosen.size)
  async function remove() {
    const done = words.removedChosen(count)
    if (await acts.run('POST /people/remove', {}, { people: [...chosen] }, { done })) onDone()
    setAsked(false)
  }
  return (
    <ConfirmButton isAsking={isAsked} busy={acts.isBusy} onClick={() => (isAsked ? void remove() : setAsked(true))}>
      {isAsked ? words.removeChosenNow : words.removeChosen(count)}
    </ConfirmButton>
  )
}

type Choosing = {
  onOpen: (person: RosterPerson) => void
  chosen: ReadonlySet<string>
  /** Undefined where nothing can be done with those who are chosen. */
  onToggle: ((person: RosterPerson) => void) | undefined
}

function useColumns({ onOpen, chosen, onToggle }: Choosing): readonly Column<RosterPerson>[] {
  const words = useTextsOf(rosterTexts)
  const ofRecord = useTextsOf(recordTexts)
  const { $id } = useInstitute()
  const hasPeople = useHasPeople()
  const readsRecords = useMay('registers') && hasPeople
  return [
    {
      key: 'rollNumber',
      label: words.columns.rollNumber,
      isCode: true,
      isPlain: true,
      cell: ({ rollNumber }) => rollNumber,
    },
    {
      key: 'name',
      label: words.columns.name,
      isMain: true,
      wraps: true,
      cell: (person) => {
        const name = nameOf(person)
        return (
          <span className={styles.who}>
            {onToggle && (
              <input
                type="checkbox"
                aria-label={words.choose(name)}
                checked={chosen.has(person.id)}
                onChange={() => onToggle(person)}
              />
            )}
            <button type="button" className={styles.name} lang={nameLanguage(name)} onClick={() => onOpen(person)}>
              {name}
            </button>
          </span>
        )
      },
    },
    {
      key: 'email',
      label: words.columns.email,
      cell: ({ email }) => (email === '' ? '–' : <EmailAddress>{email}</EmailAddress>),
    },
    { key: 'section', label: words.columns.section, cell: ({ section }) => section || '–' },
    {
      key: 'missing',
      label: words.columns.missing,
      isVerdict: true,
      cell: (person) => (
        <>
          <Missing person={person} />
          <Invited person={person} />
        </>
      ),
    },
    ...(readsRecords
      ? [
          {
            key: 'record',
            label: ofRecord.attendance,
            isPlain: true as const,
            cell: (person: RosterPerson) => (
              <Link to={paths.personRecord($id, person.id)} aria-label={ofRecord.attendanceOf(nameOf(person))}>
                {ofRecord.attendance}
              </Link>
            ),
          },
        ]
      : []),
  ]
}
