import { IconDeviceDesktop, IconPlus } from '@tabler/icons-react'
import { paths } from '#contract/paths.ts'
import { screenTexts } from '#contract/screen-texts.ts'
import type { PairedScreen } from '#contract/screens.ts'
import { Read } from '../../kit/read.tsx'
import { useAct } from '../../kit/use-act.ts'
import { useRead } from '../../kit/use-read.ts'
import { useFormat } from '../../language/format.ts'
import { useTextsOf } from '../../language/texts.ts'
import { useIsTeacher, useReadsOnly } from '../../session/may.ts'
import { Button, ConfirmButton, Dialog, Fieldset, Hint, Stack, useDialog, useLostFocus } from '../../ui/index.ts'
import { nameBrowser } from './name-browser.ts'
import styles from './screens-section.module.css'
import { useRooms } from './use-screen-room.tsx'

const loadAdd = async () => (await import('./add-screen-modal.tsx')).AddScreenModal
const loadRename = async () => (await import('./rename-screen-modal.tsx')).RenameScreenModal

const refreshMs = 15_000

/** The computers that show room codes without a login: how one is added, and where those are that there are. */
export function ScreensSection({ hasPasskey }: { hasPasskey: boolean }) {
  const words = useTextsOf(screenTexts)
  const screens = useRead('GET /screens', {}, {}, { refetchInterval: refreshMs })
  const adding = useDialog()
  const renaming = useDialog<PairedScreen>()
  const isTeacher = useIsTeacher()
  const lostFocus = useLostFocus()
  const end = useAct('DELETE /screens/:screenId')
  return (
    <Fieldset legend={words.section}>
      <Stack gap={16} start>
        <Hint>{isTeacher ? words.ownHint : words.sectionHint}</Hint>
        <p className={styles.address}>
          <span>{location.host}</span>
          <span>{paths.screen}</span>
        </p>
        <Read of={screens} height="64px">
          {({ screens: all }) =>
            all.length === 0 ? (
              <Hint>{words.none}</Hint>
            ) : (
              <ul className={styles.list} {...lostFocus}>
                {all.map((screen, place) => (
                  <Item
                    key={screen.id}
                    screen={screen}
                    place={place}
                    isEnding={end.running?.ids.screenId === screen.id}
                    onRename={() => renaming.open(screen)}
                    onEnd={() => void end.run({ screenId: screen.id }, {}, { done: words.endedNow })}
                  />
                ))}
              </ul>
            )
          }
        </Read>
        {hasPasskey && (
          <Button icon={<IconPlus size={20} stroke={1.9} aria-hidden="true" />} onClick={() => adding.open()}>
            {words.add}
          </Button>
        )}
      </Stack>
      <Dialog of={adding} load={loadAdd} props={{}} />
      {renaming.asked && <Dialog of={renaming} load={loadRename} props={{ screen: renaming.asked }} />}
    </Fieldset>
  )
}

/** `place`: a row that moves up under the pointer takes no second click. */
type ItemProps = { screen: PairedScreen; place: number; isEnding: boolean; onRename: () => void; onEnd: () => void }

function Item({ screen, place, isEnding, onRename, onEnd }: ItemProps) {
  const words = useTextsOf(screenTexts)
  const { dateTime } = useFormat()
  const { name, address, state, endsAt, lastSeenAt, teacher } = screen
  const isTeacher = useIsTeacher()
  const readsOnly = useReadsOnly()
  const room = useRooms().find(({ id }) => id === screen.roomId)
  return (
    <li className={styles.item}>
      <IconDeviceDesktop className={styles.icon} size={22} stroke={1.7} aria-hidden="true" />
      <Stack gap={2} start>
        <span className={styles.name}>{name}</span>
        {state === 'copied' ? (
          <span className={styles.stopped}>{words.stopped}</span>
        ) : (
          <span className={styles.fact}>{words.end(dateTime(endsAt))}</span>
        )}
        {teacher !== undefined && !isTeacher && <span className={styles.fact}>{words.ofTeacher(teacher)}</span>}
        {room && <span className={styles.fact}>{words.inRoom(room.name)}</span>}
        <span className={styles.fact}>{nameBrowser(screen, words)}</span>
        <span className={styles.fact}>{words.from(address)}</span>
        <span className={styles.fact}>
          {lastSeenAt === null ? words.neverSeen : words.lastSeen(dateTime(lastSeenAt))}
        </span>
        {!readsOnly && (
          <div className={styles.actions}>
            {state === 'paired' && (
              <Button kind="quiet" aria-label={words.renameNamed(name)} onClick={onRename}>
                {words.rename}
              </Button>
            )}
            <ConfirmButton
              question={place}
              kind="quiet"
              busy={isEnding}
              aria-label={words.endNamed(name)}
              onClick={onEnd}
            >
              {words.endNow}
            </ConfirmButton>
          </div>
        )}
      </Stack>
    </li>
  )
}
