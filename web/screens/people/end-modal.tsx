import { useState } from 'react'
import { Link } from 'react-router'
import { paths } from '#contract/paths.ts'
import type { EndedStaff } from '#contract/staff.ts'
import { staffTexts } from '#contract/staff-texts.ts'
import { endStaff } from '../../client/staff-calls.ts'
import { UpdateForm } from '../../forms/update-form.tsx'
import { nameLanguage } from '../../language/name-language.ts'
import { useTextsOf } from '../../language/texts.ts'
import { useInstitute } from '../../session/session.ts'
import { Button, buttonClass, Modal } from '../../ui/index.ts'
import styles from './people.module.css'
import type { AskedProps } from './use-people.ts'

/** Says what the end of a person's work means, ends it, and names the screens that the person leaves behind. */
export function EndModal({ open, person, onChange, onClose }: AskedProps) {
  const { people: words } = useTextsOf('staff', staffTexts)
  const [isBusy, setBusy] = useState(false)
  const [left, setLeft] = useState<EndedStaff['screens']>([])
  async function end() {
    setBusy(true)
    let screens: EndedStaff['screens'] = []
    const act = async () => {
      const { screens: approved, ...list } = await endStaff(person.id)
      screens = approved
      return list
    }
    const isDone = await onChange({ act, done: words.endedDone(person.name) })
    setBusy(false)
    setLeft(screens)
    if (isDone && screens.length === 0) onClose()
  }
  function close() {
    setLeft([])
    onClose()
  }
  return (
    <Modal open={open} onClose={close} title={left.length > 0 ? words.leftScreensTitle : words.endTitle(person.name)}>
      {left.length > 0 ? (
        <LeftScreens name={person.name} screens={left} onClose={close} />
      ) : (
        <UpdateForm
          action={words.endAction}
          busy={isBusy}
          errors={undefined}
          onCancel={close}
          onSubmit={() => void end()}
        >
          <p>{words.endBody}</p>
          {person.role === 'teacher' && <p>{words.endScreens}</p>}
        </UpdateForm>
      )}
    </Modal>
  )
}

type LeftScreensProps = { name: string; screens: EndedStaff['screens']; onClose: () => void }

function LeftScreens({ name, screens, onClose }: LeftScreensProps) {
  const { people: words } = useTextsOf('staff', staffTexts)
  const { $id } = useInstitute()
  return (
    <div className={styles.left}>
      <p>{words.leftScreens(name)}</p>
      <ul>
        {screens.map((screen) => (
          <li key={screen.id} lang={nameLanguage(screen.name)}>
            {screen.name}
          </li>
        ))}
      </ul>
      <div className={styles.leftWays}>
        <Link className={buttonClass()} to={paths.settings($id)}>
          {words.toScreens}
        </Link>
        <Button kind="primary" onClick={onClose}>
          {words.done}
        </Button>
      </div>
    </div>
  )
}
