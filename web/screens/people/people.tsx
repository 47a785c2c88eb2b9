import { paths } from '#contract/paths.ts'
import { Read } from '../../kit/read.tsx'
import { useActs } from '../../kit/use-act.ts'
import { useRead } from '../../kit/use-read.ts'
import { useTextsOf } from '../../language/texts.ts'
import { settingsTexts } from '../../parts/institute-settings/settings-texts.ts'
import { useMay, useReadsOnly } from '../../session/may.ts'
import { useInstitute, useInstituteProfile } from '../../session/session.ts'
import { BackLink, PageHeading, Skeleton, Stack } from '../../ui/index.ts'
import { AskForm } from './ask-form.tsx'
import { InviteForm } from './invite-form.tsx'
import { OwnLogin } from './own-login.tsx'
import styles from './people.module.css'
import { PeopleTable } from './people-table.tsx'
import { RoleRights } from './role-rights.tsx'
import { staffTexts } from './staff-texts.ts'

/** /admin/dashboard/{userId}/staff: who acts for the institute, and who is invited. */
export function People() {
  const { people: words } = useTextsOf(staffTexts)
  const { staff } = useTextsOf(settingsTexts)
  const { $id } = useInstitute()
  const organisation = useInstituteProfile()
  const readsOnly = useReadsOnly()
  return (
    <>
      {!readsOnly && (
        <BackLink to={paths.settings($id)} className={styles.back}>
          {words.back}
        </BackLink>
      )}
      <div>
        <PageHeading>{staff.title}</PageHeading>
        <p className={styles.hint}>{staff.about}</p>
      </div>
      <Content hasPasskey={organisation.data && organisation.data.passKey === true} />
    </>
  )
}

/** `hasPasskey`: undefined while unknown. */
function Content({ hasPasskey }: { hasPasskey: boolean | undefined }) {
  const list = useRead('GET /staff', {})
  const acts = useActs()
  const isOwner = useMay('owners')
  const readsOnly = useReadsOnly()
  return (
    <Read of={list} height="320px">
      {(answer) => {
        if (hasPasskey === undefined) return <Skeleton width="100%" height="320px" />
        const own = { ownLogin: answer.ownLogin, acts: hasPasskey ? acts : undefined }
        const isFirst = answer.people.length === 0
        return (
          <div className={styles.columns}>
            <Stack gap={24}>
              {readsOnly && <OwnLogin {...own} />}
              {hasPasskey && isOwner && <InviteForm isFirst={isFirst} acts={acts} />}
              {hasPasskey && !isOwner && !readsOnly && <AskForm list={answer} acts={acts} />}
              <PeopleTable list={answer} acts={hasPasskey && !readsOnly ? acts : undefined} />
              {isOwner && !isFirst && <OwnLogin {...own} />}
            </Stack>
            <RoleRights />
          </div>
        )
      }}
    </Read>
  )
}
