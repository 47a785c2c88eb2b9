import type { ComponentProps } from 'react'
import { Stack } from '../ui/index.ts'

type FormProps = Omit<ComponentProps<'form'>, 'onSubmit' | 'noValidate'> &
  Pick<ComponentProps<typeof Stack>, 'gap'> & { onSubmit: () => unknown }

/** What a person fills in and sends. The fields say what is wrong, in the app's own words. `gap`: its parts stand below each other. */
export function Form({ gap, onSubmit, ...rest }: FormProps) {
  const form = {
    ...rest,
    noValidate: true,
    onSubmit(event: { preventDefault: () => void }) {
      event.preventDefault()
      void onSubmit()
    },
  }
  return gap === undefined ? <form {...form} /> : <Stack as="form" gap={gap} {...form} />
}
