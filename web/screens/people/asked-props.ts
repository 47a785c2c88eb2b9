import type { StaffList } from '#contract/staff.ts'
import type { Acts } from '../../kit/use-act.ts'

export type Member = StaffList['people'][number]
export type Invited = StaffList['invitations'][number]

/** What a question about one person is asked with. */
export type AskedProps = { person: Member; acts: Acts; onClose: () => void }
