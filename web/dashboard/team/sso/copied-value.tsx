import { ssoTexts } from '#shared/texts/team/sso-texts.ts'
import { useTexts } from '#web/data/language.tsx'
import { showToast } from '#web/kit/feedback/toast.tsx'
import { CopyButton } from '#web/parts/sharing/copy-button.tsx'

/** To be entered elsewhere, exactly. */
export function CopiedValue({ label, hint, value }: { label: string; hint?: string; value: string }) {
  const texts = useTexts(ssoTexts)
  return (
    <div className="sso-copied">
      <div className="fill">
        <b>{label}</b>
        <code>{value}</code>
        {hint && <span className="hint">{hint}</span>}
      </div>
      <CopyButton
        text={value}
        copy={texts.copy}
        copied={texts.copied}
        name={`${texts.copy}: ${label}`}
        onRefused={() => showToast(texts.copyRefused)}
      />
    </div>
  )
}
