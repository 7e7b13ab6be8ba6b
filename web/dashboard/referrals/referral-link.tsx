import { useId, useState } from 'react'
import { referralsTexts } from '#shared/texts/billing/referrals-texts.ts'
import { useLanguage, useTexts } from '#web/data/language.tsx'
import { Button } from '#web/kit/button.tsx'
import { Dialog } from '#web/kit/overlays/dialog.tsx'
import { showErrorToast } from '#web/kit/feedback/toast.tsx'
import { CopyButton } from '#web/parts/sharing/copy-button.tsx'
import { QrCode } from '#web/parts/sharing/qr-code.tsx'
import { pageConfig } from '#web/parts/page/page-config.ts'
import { fill } from '#web/parts/language/texts.ts'
import { policyValues } from './policy-values.ts'

export function ReferralLink({ link, code }: { link: string; code: string }) {
  const texts = useTexts(referralsTexts)
  const { language } = useLanguage()
  const [scanning, setScanning] = useState(false)
  const words = policyValues(language)
  const mayShare = typeof navigator.share === 'function'

  async function share() {
    const { brand } = pageConfig()
    try {
      await navigator.share({ title: fill(texts.shareTitle, { brand }), text: fill(texts.shareText, words), url: link })
    } catch {}
  }

  return (
    <section className="referral-hero" aria-labelledby="referral-hero">
      <div>
        <h2 id="referral-hero">{fill(texts.heroTitle, words)}</h2>
        <p>{fill(texts.heroText, words)}</p>
        <div className="referral-ways">
          {mayShare && (
            <Button size="sm" icon="send-horizontal" className="referral-light" onClick={() => void share()}>
              {texts.share}
            </Button>
          )}
          <Button size="sm" icon="qr-code" className="referral-dark" onClick={() => setScanning(true)}>
            {texts.showCode}
          </Button>
        </div>
      </div>
      <div className="referral-copies">
        <Copied label={texts.yourLink} text={link} copy={texts.copyLink} />
        <Copied label={texts.yourCode} text={code} copy={texts.copyCode} spaced />
      </div>
      {scanning && (
        <Dialog
          open
          title={texts.codeTitle}
          onClose={() => setScanning(false)}
          foot={<Button onClick={() => setScanning(false)}>{texts.close}</Button>}
        >
          <p className="soft">{texts.codeText}</p>
          <QrCode
            text={link}
            label={fill(texts.codeLabel, { link })}
            save={texts.saveCode}
            name={`${pageConfig().brand}-${code}`}
          />
        </Dialog>
      )}
    </section>
  )
}

function Copied({ label, text, copy, spaced }: { label: string; text: string; copy: string; spaced?: boolean }) {
  const texts = useTexts(referralsTexts)
  const id = useId()
  return (
    <div>
      <label htmlFor={id}>{label}</label>
      <div className="referral-copy">
        <input
          id={id}
          readOnly
          value={text}
          className={spaced ? 'num referral-spaced' : undefined}
          onFocus={event => event.target.select()}
        />
        <CopyButton
          text={text}
          copy={copy}
          copied={texts.copied}
          className="referral-light"
          onRefused={() => showErrorToast(texts.copyFailed)}
        />
      </div>
    </div>
  )
}
