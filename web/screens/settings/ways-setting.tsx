import type { InstituteSettings } from '#contract/settings.ts'
import { type Ways, waysWith } from '../../client/room-calls.ts'
import { useTextsOf } from '../../language/texts.ts'
import styles from '../../parts/institute-settings/settings.module.css'
import { settingsTexts } from '../../parts/institute-settings/settings-texts.ts'
import { Choice, Fieldset, Hint } from '../../ui/index.ts'

type WaysSettingProps = { ways: InstituteSettings['ways']; onSave: (ways: Ways) => void }

/** How students can check in to the sessions that start from now on. */
export function WaysSetting({ ways, onSave }: WaysSettingProps) {
  const words = useTextsOf(settingsTexts)
  const current = ways.some((way) => way === 'room-code') ? 'both' : 'screen'
  return (
    <Fieldset legend={words.ways}>
      <div className={styles.section}>
        <Hint>{words.waysHint}</Hint>
        <Choice
          label={words.ways}
          options={(['screen', 'both'] as const).map((value) => ({ value, label: words.waysNames[value] }))}
          value={current}
          onChoose={(chosen) => {
            if (chosen !== current) onSave(waysWith(chosen === 'both'))
          }}
        />
        <Hint>{words.waysProof}</Hint>
      </div>
    </Fieldset>
  )
}
