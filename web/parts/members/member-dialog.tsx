import { loadModalDialog, OpenOnDemand } from '../../ui/index.ts'
import type { MemberModalProps } from './member-modal.tsx'

const load = async () => {
  const [{ MemberModal }] = await Promise.all([import('./member-modal.tsx'), loadModalDialog()])
  return MemberModal
}

/** The actions on a student, fetched when they are first wanted. */
export const MemberDialog = (props: MemberModalProps) => <OpenOnDemand load={load} props={props} />
