import { IconQrcode, IconUpload, IconUserPlus } from '@tabler/icons-react'
import { Link } from 'react-router'
import { paths } from '#contract/paths.ts'
import { rosterTexts } from '#contract/roster-texts.ts'
import { useActs } from '../../kit/use-act.ts'
import { useFormat } from '../../language/format.ts'
import { useTextsOf } from '../../language/texts.ts'
import { latePart } from '../../parts/late-part/late-part.tsx'
import { useMay } from '../../session/may.ts'
import { useInstitute, useInstituteProfile } from '../../session/session.ts'
import { Actions, Button, buttonClass, Dialog, Hint, PageHeading, Row, useDialog } from '../../ui/index.ts'
import { RosterList } from './roster-list.tsx'
import { useRoster } from './use-roster.ts'

const NewOfSections = latePart(async () => (await import('./new-of-sections.tsx')).NewOfSections)
const loadAdd = async () => (await import('./add-person-modal.tsx')).AddPersonModal

/** /admin/dashboard/{userId}/people: everyone whom the institute expects. */
export function Roster() {
  const words = useTextsOf(rosterTexts)
  const hasPasskey = useInstituteProfile().data?.passKey === true
  const { number } = useFormat()
  const { $id } = useInstitute()
  const seesImports = useMay('imports')
  const mayAdd = useMay('officeAndDesk')
  const isOffice = useMay('office')
  const roster = useRoster()
  const acts = useActs()
  const adding = useDialog()
  const counts = roster.data?.counts
  return (
    <>
      <Row apart>
        <div>
          <PageHeading>{words.title}</PageHeading>
          <Hint>
            {counts ? words.registered(number(counts.all - counts['not-registered']), number(counts.all)) : words.about}
          </Hint>
        </div>
        <Actions>
          {seesImports && (
            <Link className={buttonClass()} to={paths.importRoster($id)}>
              <IconUpload size={20} stroke={1.9} aria-hidden="true" />
              <span>{words.importFile}</span>
            </Link>
          )}
          {hasPasskey && (
            <Link className={buttonClass()} to={paths.desk($id)}>
              <IconQrcode size={20} stroke={1.9} aria-hidden="true" />
              <span>{words.desk}</span>
            </Link>
          )}
          {mayAdd && (
            <Button icon={<IconUserPlus size={20} stroke={1.9} aria-hidden="true" />} onClick={() => adding.open()}>
              {words.add}
            </Button>
          )}
        </Actions>
      </Row>
      {isOffice && <NewOfSections acts={acts} failed={null} />}
      <RosterList roster={roster} acts={acts} />
      <Dialog of={adding} load={loadAdd} props={{ acts }} />
    </>
  )
}
