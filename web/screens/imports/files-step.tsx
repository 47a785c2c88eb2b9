import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { maxImportedCourses } from '#contract/course-import-rules.ts'
import { courseImportTexts } from '#contract/course-import-texts.ts'
import type { CourseImport, CourseImportPart } from '#contract/course-imports.ts'
import { maxFileNameLength, maxSourceLength } from '#contract/import-rules.ts'
import { importTexts } from '#contract/import-texts.ts'
import { paths } from '#contract/paths.ts'
import { normaliseText } from '#contract/text-fields.ts'
import type { BundleCourses, BundleWarning } from '#roster-files/bundle-courses.ts'
import { countLines, splitCourses } from '#roster-files/split-courses.ts'
import { callProduct } from '../../client/call-product.ts'
import { checkText } from '../../forms/check-field.ts'
import { useRead } from '../../kit/use-read.ts'
import { useFormat } from '../../language/format.ts'
import { useTexts, useTextsOf } from '../../language/texts.ts'
import { useMay } from '../../session/may.ts'
import { useInstitute } from '../../session/session.ts'
import { Button, DetailList, Switch, TextField } from '../../ui/index.ts'
import { EarlierImports } from './earlier-imports.tsx'
import { FileChoice } from './file-choice.tsx'
import styles from './imports.module.css'
import { Notes } from './notes.tsx'
import { proposeSource, recallColumns } from './remembered-columns.ts'
import type { CourseFiles } from './use-course-files.ts'
import { useSending } from './use-sending.ts'

type FilesStepProps = {
  files: CourseFiles
  onTried: (plan: CourseImport) => void
  /** Shows the result of an earlier import. */
  onShow: (id: string) => void
}

/** The files, and what is in them. */
export function FilesStep({ files, onTried, onShow }: FilesStepProps) {
  const words = useTextsOf(courseImportTexts)
  const { readProblems, openQuote } = useTextsOf(importTexts)
  const { number } = useFormat()
  const mayImport = useMay('office')
  const earlier = useRead('GET /course-imports', {})
  const { courses, problem } = files
  const sentenceOf = ({ problem: kind, ...place }: NonNullable<typeof problem>) => {
    if (kind === 'no-courses') return words.file.noCourses
    return 'line' in place && place.line !== undefined ? openQuote(number(place.line)) : readProblems[kind]
  }
  return (
    <>
      {mayImport && (
        <FileChoice
          hint={words.file.hint}
          isReading={files.isReading}
          problem={problem && sentenceOf(problem)}
          chosen={
            courses && {
              name: files.fileName,
              fact: `${words.file.courses}: ${number(courses.courses.length)}`,
            }
          }
          onChoose={files.choose}
        />
      )}
      {courses ? (
        <Found courses={courses} fileName={files.fileName} onTried={onTried} />
      ) : (
        earlier.data && <EarlierImports title={words.earlier} imports={earlier.data.imports} onShow={onShow} />
      )}
    </>
  )
}

type FoundProps = Pick<FilesStepProps, 'onTried'> & { courses: BundleCourses; fileName: string }

function Found({ courses, fileName, onTried }: FoundProps) {
  const words = useTextsOf(courseImportTexts)
  const { common } = useTexts()
  const { columns } = useTextsOf(importTexts)
  const { number } = useFormat()
  const { $id } = useInstitute()
  const navigate = useNavigate()
  const [source, setSource] = useState(() =>
    proposeSource(recallColumns($id)?.source, courses.source, columns.sourceDefault),
  )
  const [isWhole, setWhole] = useState(courses.isWhole ?? false)
  const { send, sent, isBusy } = useSending<CourseImportPart, CourseImport>(onTried)
  const say = useWarning()
  const sourceError = checkText(maxSourceLength)(source)
  const isTooMany = courses.courses.length > maxImportedCourses
  const tryIt = () => {
    if (sourceError !== undefined || isTooMany) return
    const name = normaliseText(fileName).slice(0, maxFileNameLength)
    const begin = { source: normaliseText(source), fileName: name, isWhole }
    send({
      parts: splitCourses(courses),
      sizeOf: countLines,
      begin: () => callProduct('POST /course-imports', {}, begin),
      send: (importId, part) => callProduct('POST /course-imports/:importId/parts', { importId }, part),
      plan: (importId) => callProduct('POST /course-imports/:importId/plan', { importId }, {}),
    })
  }
  return (
    <>
      <DetailList
        details={[
          { label: words.file.courses, value: number(courses.courses.length) },
          { label: words.file.students, value: number(courses.students.length) },
          { label: words.file.teachers, value: number(courses.teachers.length) },
        ]}
      />
      <Notes list={courses.warnings.map(say)} />
      <p className={styles.quiet}>
        <span>{words.file.peopleFirst}</span> <Link to={paths.importRoster($id)}>{words.file.toPeople}</Link>
      </p>
      <TextField
        label={columns.source}
        hint={columns.sourceHint}
        autoComplete="off"
        maxLength={maxSourceLength}
        className={styles.source}
        value={source}
        error={sourceError}
        onValueChange={setSource}
      />
      <Switch label={words.file.isWhole} hint={words.file.isWholeHint} checked={isWhole} onChange={setWhole} />
      {isTooMany && (
        <p role="alert" className={styles.problem}>
          {words.file.tooMany}
        </p>
      )}
      {sent && (
        <p role="status" className={styles.quiet}>
          {sent.done < sent.all ? words.file.sending(number(sent.done), number(sent.all)) : words.file.comparing}
        </p>
      )}
      <div className={styles.actions}>
        <Button onClick={() => void navigate(paths.courses($id))}>{common.cancel}</Button>
        <Button kind="primary" busy={isBusy} disabled={isTooMany} onClick={tryIt}>
          {columns.tryIt}
        </Button>
      </div>
    </>
  )
}

function useWarning(): (warning: BundleWarning) => string {
  const words = useTextsOf(courseImportTexts)
  const { number, day } = useFormat()
  return ({ kind, count, file, line, day: begins }) => {
    const place = words.place(count, file, number(line))
    return words.warnings[kind](number(count), place, begins === undefined ? '' : day(Date.parse(`${begins}T12:00Z`)))
  }
}
