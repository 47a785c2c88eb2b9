import { useState } from 'react'
import { importTexts } from '#contract/import-texts.ts'
import { paths } from '#contract/paths.ts'
import { hasClasses } from '#roster-files/bundle-courses.ts'
import { useTextsOf } from '../../language/texts.ts'
import { useInstitute } from '../../session/session.ts'
import type { LeftOutFile } from './collect-left-out.ts'
import { ColumnsStep } from './columns-step.tsx'
import { type DryRun, DryRunStep } from './dry-run-step.tsx'
import { ResultStep } from './result-step.tsx'
import { useRosterFile } from './use-roster-file.ts'
import { Wizard } from './wizard.tsx'

/** /admin/dashboard/{userId}/people/import: a roster from a file. */
export function ImportRoster() {
  const { title, back, steps } = useTextsOf(importTexts)
  const { $id } = useInstitute()
  const file = useRosterFile()
  const [leftOut, setLeftOut] = useState<{ readonly of: string; readonly file: LeftOutFile } | undefined>()
  return (
    <Wizard<DryRun>
      title={title}
      back={{ label: back, to: paths.roster($id) }}
      words={steps}
      files={(tried, show) => <ColumnsStep file={file} onTried={tried} onShow={show} />}
      dryRun={(run, tried, show) =>
        file.table && (
          <DryRunStep
            run={run}
            table={file.table}
            onPlan={(plan) => tried({ ...run, plan })}
            onBack={() => tried(undefined)}
            onApplied={(id, rest) => {
              if (rest) setLeftOut({ of: id, file: rest })
              show(id)
            }}
          />
        )
      }
      result={(id, begin) => (
        <ResultStep
          id={id}
          leftOut={leftOut?.of === id ? leftOut.file : undefined}
          hasCourses={file.table?.filesNotRead.some(hasClasses) === true}
          onAnother={begin}
        />
      )}
      onBegin={() => file.choose([])}
    />
  )
}
