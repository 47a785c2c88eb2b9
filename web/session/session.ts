import type { QueryClient, UseQueryOptions, UseQueryResult } from '@tanstack/react-query'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { createContext, useCallback, useContext } from 'react'
import { useNavigate } from 'react-router'
import type { UserModel } from '#contract/account.ts'
import type { AccountLabel, Label } from '#contract/identifiers.ts'
import { readChosenLanguage } from '#contract/languages.ts'
import { paths } from '#contract/paths.ts'
import { deleteCurrentSession, fetchAccount } from '../client/account-calls.ts'
import { callProduct } from '../client/call-product.ts'
import type { OrganisationDocument, StudentDocument } from '../client/document-calls.ts'
import { documentAtOnce, getDocument } from '../client/document-calls.ts'
import { callsOfLogin, callsOfPerson, type InstituteCalls } from '../client/institute-calls.ts'
import { noteLogin, noteLoginEnd, noteLogout } from '../client/login-end.ts'
import { realtime } from '../client/realtime.ts'
import { messageOf, RequestError, waitAskedBy } from '../client/request-error.ts'
import { mayBeSignedIn } from '../client/signed-in-hint.ts'
import { rememberLanguage } from '../language/remember-language.ts'
import { clearTab, readCookies } from '../language/site-data.ts'
import { useTexts } from '../language/texts.ts'
import { showError, showSuccess } from '../ui/index.ts'
import { getTheme, setTheme } from '../ui/theme.ts'
import { holdColumnChoices } from './column-choices.ts'
import { findLoginCategory, rememberCategory } from './login-category.ts'
import { wantedPage } from './wanted-page.ts'

export const accountKey = ['account'] as const
const outageRetryMs = 5_000

export const sessionQuery = {
  queryKey: accountKey,
  queryFn: readAccount,
  staleTime: Number.POSITIVE_INFINITY,
} satisfies UseQueryOptions<UserModel | null>

/** GET /account: null when signed out. Asked once at start, then updated by the screens. */
export function useSession(): UseQueryResult<UserModel | null> {
  return useQuery({
    ...sessionQuery,
    refetchInterval: (query) =>
      query.state.status === 'error' ? (waitAskedBy(query.state.error) ?? outageRetryMs) : false,
  })
}

/** Notes the end of a login that this browser still believes in. */
async function readAccount({ client }: { readonly client: QueryClient }): Promise<UserModel | null> {
  const isExpected = mayBeSignedIn()
  const former = client.getQueryData<UserModel | null>(accountKey)
  const account = await fetchAccount()
  if (account === null && isExpected) {
    noteLoginEnd(former ? loginKindOf(former) : findLoginCategory(wantedPage(location)))
  }
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

type Who = Pick<UserModel, '$id' | 'prefs'>

/** The institute that a session acts for: that of a person who was invited, or the login's own. */
function instituteOf({ $id, prefs }: Who): { readonly $id: string } {
  return { $id: prefs.acting?.institute ?? $id }
}

/** The institute that the signed-in account acts for. Only below a guard of institutes: throws elsewhere. */
export function useInstitute(): { readonly $id: string } {
  return instituteOf(useAccount())
}

/** The id in the addresses of an account's own screens: the institute's that it acts for, or the student's. */
export function ownIdOf(account: Who, label: AccountLabel): string {
  return label === 'ORG' ? instituteOf(account).$id : account.$id
}

/** An account's one label, which never changes; undefined while a registration is unfinished. */
export function labelOf(account: Pick<UserModel, 'labels'>): AccountLabel | undefined {
  return account.labels[0]
}

/**
 * Whose screens the session opens: an institute's, also where it acts for one, or a student's. Undefined while a
 * registration is unfinished, and for a person who has not begun to act for an institute.
 */
export function screensOf(account: Pick<UserModel, 'labels' | 'prefs'>): Label | undefined {
  const label = account.prefs.acting ? 'ORG' : labelOf(account)
  return label === 'STF' ? undefined : label
}

/** Which rules of the end of a login hold for the session. */
export function loginKindOf(account: Pick<UserModel, 'labels' | 'prefs'>): AccountLabel {
  return account.prefs.acting ? 'STF' : (labelOf(account) ?? 'ORG')
}

/** Where an account begins: at its dashboard, and who acts for an institute at Today, or at Reports if it only reads. */
export function dashboardPath(account: Who, label: Label): string {
  const id = ownIdOf(account, label)
  if (label === 'STD') return paths.studentDashboard(id)
  const { acting } = account.prefs
  if (acting === undefined) return paths.organisationDashboard(id)
  return acting.role === 'viewer' ? paths.reports(id) : paths.today(id)
}

/** Where the signed-in account begins at the institute. Only below a guard of institutes: throws elsewhere. */
export function useHome(): string {
  return dashboardPath(useAccount(), 'ORG')
}

export function profileKey(label: AccountLabel, id: string): readonly [string, AccountLabel, string] {
  return ['profile', label, id]
}

/** The calls of the institute that the session acts for: a person makes other ones than the institute's own login. */
export function useInstituteCalls(): InstituteCalls {
  const account = useAccount()
  const { $id } = instituteOf(account)
  return account.prefs.acting ? callsOfPerson($id) : callsOfLogin($id)
}

/** The document of the institute that the signed-in account acts for. */
export function useInstituteProfile(): UseQueryResult<OrganisationDocument> {
  const { $id } = useInstitute()
  return useQuery({ queryKey: profileKey('ORG', $id), queryFn: useInstituteCalls().readInstitute })
}

/** The signed-in student's own document. */
export function useStudentProfile(): UseQueryResult<StudentDocument> {
  const { $id } = useAccount()
  return useQuery({
    queryKey: profileKey('STD', $id),
    queryFn: () => getDocument<StudentDocument>('students', $id),
    initialData: () => documentAtOnce<StudentDocument>('students', $id),
  })
}

/** People who were invited log in under the tab of organisations. */
function rememberCategoryOf(account: UserModel): void {
  const label = labelOf(account)
  if (label !== undefined) rememberCategory(label === 'STF' ? 'ORG' : label)
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

/** Ends the session, deletes all cached data, goes to `next`. A session that has ended already counts as success. */
export function useLogOut(next: string = paths.login): () => Promise<void> {
  const queries = useQueryClient()
  const navigate = useNavigate()
  const texts = useTexts()
  return useCallback(async () => {
    const account = queries.getQueryData<UserModel | null>(accountKey)
    const resume = realtime.pause()
    const putChoicesBack = holdChoices()
    try {
      // A session that acts stands before the person's own, which ends with it.
      if (account?.prefs.acting) await callProduct('DELETE /acting', {}, {})
      await deleteCurrentSession()
      putChoicesBack()
    } catch (error) {
      if (!(error instanceof RequestError)) throw error
      if (error.code !== 401 && error.code !== 404) {
        resume()
        showError(messageOf(error))
        return
      }
    }
    clearTab()
    noteLogout()
    if (account) rememberCategoryOf(account)
    leaveSession(queries)
    await navigate(next, { replace: true })
    showSuccess(texts.logout.done)
  }, [queries, navigate, texts, next])
}

/**
 * A logout makes the browser delete all that the site has stored (Clear-Site-Data). Theme, language and the columns of
 * a roster are no secrets of the session: they are read before, and restored by the returned function.
 */
function holdChoices(): () => void {
  const language = readChosenLanguage(readCookies())
  const theme = getTheme()
  const putColumnsBack = holdColumnChoices()
  return () => {
    putColumnsBack()
    if (language !== undefined) rememberLanguage(language)
    setTheme(theme)
  }
}
