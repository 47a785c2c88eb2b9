// biome-ignore-all lint/style/noRestrictedImports: this runs in the build, not in the browser.
import { parse } from 'node:path'
import type { Rolldown } from 'vite'
import { isHindi } from './hindi-parts.ts'

/** A page waits for the number of its files more than for their bytes, so there are few (decision 50). */
export const chunkGroups: Rolldown.CodeSplittingGroup[] = [
  // The landing page shares these styles with the app, and must not load the rest.
  { name: 'base', priority: 3, test: /\/web\/ui\/(base|fonts|tokens)\.css/ },
  // For the poster, the room's display and the guide to a first passkey.
  {
    name: 'qr-code',
    priority: 2,
    test: /\/web\/parts\/qr-code\/|\/node_modules\/uqr\//,
    includeDependenciesRecursively: false,
  },
  // For reports and for the numbers of a course.
  {
    name: 'attendance-chart',
    priority: 2,
    test: /\/web\/parts\/attendance-chart\/attendance-chart\./,
    includeDependenciesRecursively: false,
  },
  { name: nameFile, debugName: 'app and screens', priority: 1, includeDependenciesRecursively: false },
]

const start = /\/web\/app(\.html|\/main\.tsx)$/
/** What a page names besides: the screens of students, those of institutes, and each one before a login. */
const screens =
  /\/web\/(?:app\/(\w+-screens)|screens\/(login|register|verify-email|recover-password|new-password|replace-passkey)\/\2)\.tsx?$/
const frame = /\/web\/screens\/institute-page\/institute-page\.tsx$/
/** Screens of those who act for an institute, or whom it has sent a link: their files are left to the build. */
const office =
  /\/web\/screens\/(?:imports\/import-\w+|roster\/(?:roster|desk)|people\/(?:people|one-person)|courses\/course-display|join\/enrol|(institutes|join|join-poster|person-record)\/\1)\.tsx$/
/** A screen on the wall shows what the kiosk shows, and takes it from the institute's file. */
const onWall = /\/web\/screens\/screen\/screen\.tsx$/
const ofCourses = ['course-screens', 'today-screens']
const sheet = 'sheet-screens'
const ofInstitutes = [...ofCourses, sheet, 'institute-screens', 'institute', 'office']
/** They carry their styles inside. */
const ownPages = /\/web\/(screens\/(landing|check-in|verify)\/|(index|index\.hi|checkin|verify)\.html)/

/** Lists that name a module for all who import from them. */
const lists = /\/web\/ui\/index\.ts$|\/@tabler\/icons-react\/dist\/esm\/(?:icons\/index|tabler-icons-react)\.mjs$/

/**
 * `app` holds what the app starts with, and what a student's first page shares with another of these files; `shared` what others share; `institute` what only screens of institutes share. What one of
 * them shares only with its own later parts is in that file. The rest is left to the build. Styles go with their script. Those that screens
 * change by rules of their own come before them, in `app`; those of a screen before a login, a few lines, are there, too: they are not worth
 * a request.
 */
function nameFile(id: string, context: Rolldown.ChunkingContext): string | null {
  if (ownPages.test(id)) return null
  if (/preload-helper/.test(id)) return 'app'
  if (isHindi(id)) return null
  if (/\/web\/(ui|forms|kit)\/.*\.css/.test(id)) return 'app'
  const atOnce = [...findFiles(id, context, false)]
  if (atOnce.every((file) => file === 'office')) return null
  // What other screens need of a sheet, they need later.
  if (atOnce.every((file) => file === sheet)) return sheet
  const files = [...findFiles(id, context, true)]
  const areOf = (group: readonly string[]) => files.every((file) => group.includes(file))
  const [only = 'app', other] = files
  if (other === undefined)
    return only.startsWith('institute') || only.endsWith('-screens') || !id.includes('.css') ? only : 'app'
  if (areOf(ofCourses)) return 'courses'
  if (areOf(ofInstitutes)) return 'institute'
  const isOfFirstPage = [...findFiles(id, context, false)].some((file) => file === 'app' || file === 'student-screens')
  return isOfFirstPage || id.includes('.css') ? 'app' : 'shared'
}

/** The file that a page names for this module; undefined for one that is only a part. */
function nameFirstFile(id: string): string | undefined {
  if (start.test(id)) return 'app'
  if (frame.test(id)) return 'institute'
  return office.test(id) ? 'office' : screens.exec(id)?.slice(1).find(Boolean)
}

/** The first files that import this module, their later parts among them if `isLater`. */
function findFiles(
  id: string,
  context: Rolldown.ChunkingContext,
  isLater: boolean,
  seen = new Set<string>(),
): Set<string> {
  if (seen.has(id) || isHindi(id) || onWall.test(id)) return new Set()
  seen.add(id)
  const file = nameFirstFile(id)
  if (file !== undefined) return new Set([file])
  const later = isLater ? (context.getModuleInfo(id)?.dynamicImporters ?? []) : []
  const importers = [...findUsers(id, context), ...later]
  return new Set(importers.flatMap((importer) => [...findFiles(importer, context, isLater, seen)]))
}

/** Found once in a build. */
const usersFound = new Map<string, readonly string[]>()

/** Who imports this module: of those who import from a list, who names it. */
function findUsers(id: string, context: Rolldown.ChunkingContext): readonly string[] {
  const known = usersFound.get(id)
  if (known) return known
  const names = (context.getModuleInfo(id)?.exports ?? []).filter((name) => name !== '*')
  const isNamed = new RegExp(`\\b(?:${names.map((name) => (name === 'default' ? parse(id).name : name)).join('|')})\\b`)
  const usersOf = (one: string): readonly string[] =>
    (context.getModuleInfo(one)?.importers ?? []).flatMap((importer) =>
      lists.test(importer)
        ? usersOf(importer).filter((user) => isNamed.test(context.getModuleInfo(user)?.code ?? ''))
        : importer,
    )
  const users = usersOf(id)
  usersFound.set(id, users)
  return users
}

/** The list of parts in ui/index.ts must not tie every part to every screen. */
export const sideEffectFree = [
  { test: /\/web\/(ui|screens|parts|kit|forms|language)\/.*(?<!\.hi)\.tsx?$/, sideEffects: false },
]
