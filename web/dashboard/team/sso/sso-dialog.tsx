import type { ComponentProps } from 'react'
import { ssoTexts } from '#shared/texts/team/sso-texts.ts'
import { useTexts } from '#web/data/language.tsx'
import { FormDialog } from '#web/kit/overlays/form-dialog.tsx'

type Props = Omit<ComponentProps<typeof FormDialog>, 'className' | 'cancel'> & { cancel?: string }

export function SsoDialog({ cancel, ...rest }: Props) {
  const texts = useTexts(ssoTexts)
  return <FormDialog {...rest} className="stack team-form" cancel={cancel ?? texts.later} />
}
