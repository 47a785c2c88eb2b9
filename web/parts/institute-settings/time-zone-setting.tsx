import { useId, useState } from 'react'
import { makeRepeatedOffset } from '#contract/repeated-hour.ts'
import { isNamedTimeZone } from '#contract/time-zones.ts'
import { serverNow } from '../../client/server-clock.ts'
import { Form } from '../../forms/form.tsx'
import { useLocale } from '../../language/format.ts'
import { useTextsOf } from '../../language/texts.ts'
import { Button, Fieldset, Hint, Row, TextField } from '../../ui/index.ts'
import { listTimeZones, nameTimeZone } from './list-time-zones.ts'
import styles from './settings.module.css'
import { settingsTexts } from './settings-texts.ts'

type TimeZoneSettingProps = { timeZone: string | null; busy: boolean; onSave: (timeZone: string | null) => void }

/** The zone in which mails, reports and sheets write their times. */
export function TimeZoneSetting({ timeZone, busy, onSave }: TimeZoneSettingProps) {
  const words = useTextsOf(settingsTexts)
  const listId = useId()
  const [typed, setTyped] = useState(timeZone ?? '')
  const [error, setError] = useState<string | undefined>()
  const here = nameTimeZone(Intl.DateTimeFormat().resolvedOptions().timeZone)
  const wanted = typed.trim()

  /** An empty zone is none. */
  function save(zone: string) {
    if (busy) return
    if (zone !== '' && !isNamedTimeZone(zone)) setError(words.timeZoneWrong)
    else onSave(zone === '' ? null : zone)
  }

  return (
    <Fieldset legend={words.times}>
      <Form
        className={styles.section}
        onSubmit={() => {
          save(wanted)
        }}
      >
        <Hint>{words.timesHint}</Hint>
        <TextField
          className={styles.zone}
          label={words.timeZone}
          hint={<Clock timeZone={wanted} />}
          error={error}
          required={false}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          list={listId}
          value={typed}
          onValueChange={(value) => {
            setTyped(value)
            setError(undefined)
          }}
        />
        <datalist id={listId}>
          {listTimeZones().map((zone) => (
            <option key={zone} value={zone} />
          ))}
        </datalist>
        <Row>
          {wanted !== here && (
            <Button
              // Without a zone this is the way on, and there is nothing to save.
              kind={wanted === '' ? 'primary' : 'secondary'}
              onClick={() => {
                setTyped(here)
                setError(undefined)
                save(here)
              }}
            >
              {words.thisZone(here)}
            </Button>
          )}
          <Button type="submit" kind={wanted === '' ? 'secondary' : 'primary'} busy={busy}>
            {words.save}
          </Button>
        </Row>
      </Form>
    </Fieldset>
  )
}

/** What the clocks of the zone show now, so that a wrong choice is seen before it is saved. */
function Clock({ timeZone }: { timeZone: string }) {
  const words = useTextsOf(settingsTexts)
  const locale = useLocale()
  if (timeZone === '') return words.noZone
  if (!isNamedTimeZone(timeZone)) return words.timeZoneHint
  const format = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone })
  const now = serverNow()
  const offset = makeRepeatedOffset(timeZone)(now)
  return words.nowThere(`${format.format(now)}${offset === undefined ? '' : ` UTC${offset}`}`)
}
