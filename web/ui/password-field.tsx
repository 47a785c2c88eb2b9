import { IconEye, IconEyeOff } from '@tabler/icons-react'
import { useState } from 'react'
import { useTexts } from '../language/texts.ts'
import styles from './field.module.css'
import type { TextFieldProps } from './text-field.tsx'
import { TextField } from './text-field.tsx'

export type PasswordFieldProps = Omit<TextFieldProps, 'type' | 'end' | 'autoComplete'> & {
  autoComplete: 'current-password' | 'new-password' | 'current-password webauthn'
}

/** A password, hidden until the eye is pressed. */
export function PasswordField(props: PasswordFieldProps) {
  const texts = useTexts()
  const [shown, setShown] = useState(false)
  const Icon = shown ? IconEyeOff : IconEye
  return (
    <TextField
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      {...props}
      type={shown ? 'text' : 'password'}
      end={
        <button
          type="button"
          className={styles.toggle}
          aria-label={shown ? texts.common.hidePassword : texts.common.showPassword}
          onClick={() => setShown(!shown)}
        >
          <Icon size={20} stroke={1.9} aria-hidden="true" />
        </button>
      }
    />
  )
}
