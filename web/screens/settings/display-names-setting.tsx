import { type DisplayNames, displayNames as options } from '#contract/display-names.ts'
import { useTextsOf } from '../../language/texts.ts'
import styles from '../../parts/institute-settings/settings.module.css'
import { settingsTexts } from '../../parts/institute-settings/settings-texts.ts'
import { Choice, Fieldset, Hint } from '../../ui/index.ts'

type DisplayNamesSettingProps = { displayNames: DisplayNames; onSave: (displayNames: DisplayNames) => void }

/** How displays that a whole room sees name a student. */
export function DisplayNamesSetting({ displayNames, onSave }: DisplayNamesSettingProps) {
  const words = useTextsOf(settingsTexts)
  return (
    <Fieldset legend={words.displayNames}>
      <div className={styles.section}>
        <Hint>{words.displayNamesHint}</Hint>
        <Choice
          label={words.displayNames}
          options={options.map((value) => ({ value, label: words.names[value] }))}
          value={displayNames}
          onChoose={(chosen) => {
            if (chosen !== displayNames) onSave(chosen)
          }}
        />
      </div>
    </Fieldset>
  )
}
