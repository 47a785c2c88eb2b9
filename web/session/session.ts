import type { QueryClient, UseQueryResult } from '@tanstack/react-query'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { createContext, useCallback, useContext } from 'react'
import { useNavigate } from 'react-router'
import type { UserModel } from '#contract/account.ts'
import type { Label } from '#contract/identifiers.ts'
import { collectionOf } from '#contract/identifiers.ts'
import { paths } from '#contract/paths.ts'
import { deleteCurrentSession, fetchAccount } from '../client/account-calls.ts'
import type { OrganisationDocument, StudentDocument } from '../client/document-calls.ts'
import { getDocument } from '../client/document-calls.ts'
import { noteLogin, noteLoginEnd, noteLogout } from '../client/login-end.ts'
import { realtime } from '../client/realtime.ts'
import { messageOf, RequestError, waitAskedBy } from '../client/request-error.ts'
import { mayBeSignedIn } from '../client/signed-in-hint.ts'
import { useTexts } from '../language/texts.ts'
import { showError, showSuccess } from '../ui/index.ts'
import { holdChoices } from './hold-choices.ts'
import { findLoginCategory, rememberCategory } from './login-category.ts'
import { wantedPage } from './wanted-page.ts'

export const accountKey = ['account'] as const
const outageRetryMs = 5_000

/** GET /account: null when signed out. Asked once at start, then updated by the screens. */
export function useSession(): UseQueryResult<UserModel | null> {
  return useQuery({
    queryKey: accountKey,
    queryFn: readAccount,
    staleTime: Number.POSITIVE_INFINITY,
    refetchInterval: (query) =>
      query.state.status === 'error' ? (waitAskedBy(query.state.error) ?? outageRetryMs) : false,
  })
}

/** Notes the end of a login that this browser still believes in. */
async function readAccount(): Promise<UserModel | null> {
  const isExpected = mayBeSignedIn()
  const account = await fetchAccount()
  if (account === null && isExpected) noteLoginEnd(findLoginCategory(wantedPage(location)))
  return account
}

/**
 * The account that the guard has let in. Passed down instead of read again: a screen that renders while the session
 * ends must still find it until the guard has replaced the screen.
 */
export const AccountContext = createContext<UserModel | null>(null)

/** The signed-in account. Only below a guard: throws elsewhere. */
export function useAccount(): UserModel {
  const account = useContext(AccountContext)
  if (account === null) throw new Error('useAccount is used outside the guard')
  return account
}

/** The institute that an account acts for. An institute has one login today, and that login's id is the institute's. */
function instituteOf({ $id }: Pick<UserModel, '$id'>): { readonly $id: string } {
  return { $id }
}

/** The institute that the signed-in account acts for. Only below a guard of institutes: throws elsewhere. */
export function useInstitute(): { readonly $id: string } {
  return instituteOf(useAccount())
}

/** The id in the addresses of an account's own screens: the institute's that it acts for, or the student's. */
export function ownIdOf(account: Pick<UserModel, '$id'>, label: Label): string {
  return label === 'ORG' ? instituteOf(account).$id : account.$id
}

/** An account's one label, which never changes; undefined while a registration is unfinished. */
export function labelOf(account: Pick<UserModel, 'labels'>): Label | undefined {
  return account.labels[0]
}

/** The dashboard of an account. */
export function dashboardPath(account: Pick<UserModel, '$id'>, label: Label): string {
  const id = ownIdOf(account, label)
  return label === 'ORG' ? paths.organisationDashboard(id) : paths.studentDashboard(id)
}

export function profileKey(label: Label, id: string): readonly [string, Label, string] {
  return ['profile', label, id]
}

type ProfileOf = { ORG: OrganisationDocument; STD: StudentDocument }

function useProfile<Kind extends Label>(label: Kind): UseQueryResult<ProfileOf[Kind]> {
  const id = ownIdOf(useAccount(), label)
  return useQuery({
    queryKey: profileKey(label, id),
    queryFn: () => getDocument<ProfileOf[Kind]>(collectionOf[label], id),
  })
}

/** The document of the institute that the signed-in account acts for. */
export function useInstituteProfile(): UseQueryResult<OrganisationDocument> {
  return useProfile('ORG')
}

/** The signed-in student's own document. */
export function useStudentProfile(): UseQueryResult<StudentDocument> {
  return useProfile('STD')
}

function rememberCategoryOf(account: UserModel): void {
  const label = labelOf(account)
  if (label !== undefined) rememberCategory(label)
}

/** Stores a session that has just begun; the guards then lead on. */
export function enterSession(queries: QueryClient, account: UserModel): void {
  rememberCategoryOf(account)
  noteLogin()
  forgetProfiles(queries)
  queries.setQueryData(accountKey, account)
}

/**
 * Reads the account again after it was changed on the server. An answer that is under way may be from before the change:
 * it is not waited for.
 */
export async function readAccountAgain(queries: QueryClient): Promise<void> {
  await queries.cancelQueries({ queryKey: accountKey })
  await queries.invalidateQueries({ queryKey: accountKey })
}

/** The session is over, here or on the server. */
export function leaveSession(queries: QueryClient): void {
  queries.setQueryData(accountKey, null)
  forgetProfiles(queries)
}

// Not `clear()`: the guards observe the account's query and must see its change.
function forgetProfiles(queries: QueryClient): void {
  queries.removeQueries({ predicate: (query) => query.queryKey[0] !== accountKey[0] })
}

/** Ends the session, deletes all cached data, goes to /login. A session that has ended already counts as success. */
export function useLogOut(): () => Promise<void> {
  const queries = useQueryClient()
  const navigate = useNavigate()
  const texts = useTexts()
  return useCallback(async () => {
    const account = queries.getQueryData<UserModel | null>(accountKey)
    const resume = realtime.pause()
    const putChoicesBack = holdChoices()
    try {
      await deleteCurrentSession()
      putChoicesBack()
    } catch (error) {
      if (!(error instanceof RequestError)) throw error
      if (error.code !== 401 && error.code !== 404) {
        resume()
        showError(messageOf(error, texts))
        return
      }
    }
    clearTab()
    noteLogout()
    if (account) rememberCategoryOf(account)
    leaveSession(queries)
    await navigate(paths.login, { replace: true })
    showSuccess(texts.logout.done)
  }, [queries, navigate, texts])
}

/** What the tab keeps of the session. */
function clearTab(): void {
  try {
    sessionStorage.clear()
  } catch {
    // Storage may be blocked; then nothing was kept.
  }
}
