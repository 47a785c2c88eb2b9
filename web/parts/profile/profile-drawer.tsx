import {
  IconArrowBackUp,
  IconBell,
  IconCopy,
  IconDevices,
  IconDownload,
  IconKey,
  IconLock,
  IconLogout,
  IconMail,
  IconPhone,
  IconUser,
} from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { actingTexts } from '#contract/acting-texts.ts'
import { formatInstituteCode } from '#contract/identifiers.ts'
import { profileTexts } from '#contract/profile-texts.ts'
import { messageOf } from '../../client/request-error.ts'
import { nameLanguage } from '../../language/name-language.ts'
import { useTexts, useTextsOf } from '../../language/texts.ts'
import { labelOf, useAccount } from '../../session/session.ts'
import {
  Button,
  Dialog,
  EmailAddress,
  Initials,
  LanguageSwitch,
  Stack,
  showError,
  showSuccess,
  ThemeSwitch,
  useDialog,
  useDialogTitle,
} from '../../ui/index.ts'
import { stopActing } from '../acting/stop-acting.ts'
import { PasskeySection } from '../passkey/passkey-section.tsx'
import { passkeysTexts } from '../passkey/passkeys-texts.ts'
import { ReceiptSettings } from '../receipts/receipt-settings.tsx'
import { receiptSettingsTexts } from '../receipts/receipt-settings-texts.ts'
import { SessionsSection } from '../sessions/sessions-section.tsx'
import { sessionsTexts } from '../sessions/sessions-texts.ts'
import { DrawerSection } from './drawer-section.tsx'
import { OwnData } from './own-data.tsx'
import { ownDataTexts } from './own-data-texts.ts'
import type { Profile } from './profile.ts'
import styles from './profile-drawer.module.css'
import { UpdateModal } from './update-modal.tsx'
import type { UpdatableField } from './use-update.ts'

// It comes with the drawer.
const loadUpdate = async () => UpdateModal

type ProfileDrawerProps = {
  profile: Profile
  logOut: () => void
  isLoggingOut: boolean
}

/** Spec §2: the signed-in account, the id to copy, and the actions of the profile. */
export function ProfileDrawer({ profile, logOut, isLoggingOut }: ProfileDrawerProps) {
  const texts = useTexts()
  const profileWords = useTextsOf(profileTexts)
  const passkeys = useTextsOf(passkeysTexts)
  const sessions = useTextsOf(sessionsTexts)
  const receipts = useTextsOf(receiptSettingsTexts)
  const updating = useDialog<UpdatableField>()
  useDialogTitle(profileWords.title)
  const label = labelOf(useAccount()) ?? profile.label
  const { roles, roleAt } = useTextsOf(actingTexts)
  const own = useTextsOf(ownDataTexts)

  return (
    <>
      <div className={styles.who}>
        <Initials
          name={profile.name}
          of={profile.label === 'ORG' && !profile.acting ? 'institute' : 'person'}
          size="huge"
          shape="circle"
        />
        <h2 className={styles.name} lang={nameLanguage(profile.name)}>
          {profile.name}
        </h2>
        {profile.acting ? (
          <p>{roleAt(roles[profile.acting.role], profile.acting.institute)}</p>
        ) : (
          <CopyId id={profile.$id} />
        )}
      </div>
      <dl className={styles.details}>
        <div>
          <dt>{profileWords.email}</dt>
          <dd>
            <EmailAddress>{profile.email}</EmailAddress>
          </dd>
        </div>
        {!profile.acting && (
          <div>
            <dt>{profileWords.phoneNumber}</dt>
            <dd>{profile.phoneNumber}</dd>
          </div>
        )}
      </dl>
      <Stack gap={10}>
        {profile.acting ? (
          <BackToOwnLogin />
        ) : (
          <>
            {profile.label === 'STD' && (
              <Button
                wide
                icon={<IconUser size={20} stroke={1.9} aria-hidden="true" />}
                onClick={() => updating.open('name')}
              >
                {own.correctName}
              </Button>
            )}
            <Button
              wide
              icon={<IconMail size={20} stroke={1.9} aria-hidden="true" />}
              onClick={() => updating.open('email')}
            >
              {profileWords.updateEmail}
            </Button>
            <Button
              wide
              icon={<IconPhone size={20} stroke={1.9} aria-hidden="true" />}
              onClick={() => updating.open('phoneNumber')}
            >
              {profileWords.updatePhoneNumber}
            </Button>
          </>
        )}
        <Button
          wide
          icon={<IconLock size={20} stroke={1.9} aria-hidden="true" />}
          onClick={() => updating.open('password')}
        >
          {profileWords.changePassword}
        </Button>
      </Stack>
      <div className={styles.sections}>
        <DrawerSection icon={<IconKey size={20} stroke={1.9} aria-hidden="true" />} title={passkeys.title}>
          <PasskeySection label={label} />
        </DrawerSection>
        <DrawerSection icon={<IconDevices size={20} stroke={1.9} aria-hidden="true" />} title={sessions.title}>
          <SessionsSection />
        </DrawerSection>
        {profile.label === 'STD' && (
          <DrawerSection icon={<IconBell size={20} stroke={1.9} aria-hidden="true" />} title={receipts.title}>
            <ReceiptSettings />
          </DrawerSection>
        )}
        {profile.label === 'STD' && !profile.acting && (
          <DrawerSection icon={<IconDownload size={20} stroke={1.9} aria-hidden="true" />} title={own.title}>
            <OwnData />
          </DrawerSection>
        )}
      </div>
      <div className={styles.foot}>
        <Button
          kind="quiet"
          icon={<IconLogout size={20} stroke={1.9} aria-hidden="true" />}
          busy={isLoggingOut}
          onClick={logOut}
        >
          {texts.logout.action}
        </Button>
        <div className={styles.choices}>
          <LanguageSwitch />
          <ThemeSwitch />
        </div>
      </div>
      {updating.asked && <Dialog of={updating} load={loadUpdate} props={{ field: updating.asked, profile }} />}
    </>
  )
}

/** A person's own session goes on beside the one that acts. */
function BackToOwnLogin() {
  const { back } = useTextsOf(actingTexts)
  const { mutate, isPending } = useMutation({
    mutationFn: stopActing,
    onError: (error) => showError(messageOf(error)),
  })
  return (
    <Button
      wide
      icon={<IconArrowBackUp size={20} stroke={1.9} aria-hidden="true" />}
      busy={isPending}
      onClick={() => mutate()}
    >
      {back}
    </Button>
  )
}

function CopyId({ id }: { id: string }) {
  const profile = useTextsOf(profileTexts)
  async function copy() {
    try {
      await navigator.clipboard.writeText(id)
      showSuccess(profile.idCopied)
    } catch {
      // Refused by the browser, or the page is not served securely.
      showError(profile.copyFailed)
    }
  }
  return (
    <Button className={styles.id} onClick={() => void copy()} aria-label={profile.copyId(formatInstituteCode(id))}>
      <span>{formatInstituteCode(id)}</span>
      <IconCopy size={20} stroke={1.9} aria-hidden="true" />
    </Button>
  )
}
