import { useEffect, useRef, useState } from 'react'
import { authTexts } from '#shared/texts/account/auth-texts.ts'
import { twoStepTexts } from '#shared/texts/account/two-step-texts.ts'
import { ApiError } from '#web/data/api.ts'
import { client } from '#web/data/client.ts'
import { useTexts } from '#web/data/language.tsx'
import { Button } from '#web/kit/button.tsx'
import { Notice } from '#web/kit/feedback/notice.tsx'
import { Skeleton } from '#web/kit/feedback/skeleton.tsx'
import { showErrorToast } from '#web/kit/feedback/toast.tsx'
import { authErrorText } from '#web/parts/auth/auth-error-text.ts'
import { CodeField } from '#web/kit/forms/code-field.tsx'
import { CopyButton } from '#web/parts/sharing/copy-button.tsx'
import { useCodeForm } from '#web/kit/forms/use-code-form.ts'
import { pageConfig } from '#web/parts/page/page-config.ts'
import { problemOf } from '#web/parts/auth/second-step-form.tsx'
import { proveWithApp } from '#web/parts/auth/second-step.ts'

type Offered = { id: string; qr: string; secret: string }

/** On only after a code from the app is entered. */
export function TwoStepSetup({ onCancel, onDone }: { onCancel: () => void; onDone: () => void }) {
  const texts = useTexts(twoStepTexts)
  const words = useTexts(authTexts)
  const [offered, setOffered] = useState<Offered>()
  const [refusal, setRefusal] = useState<string>()
  const [shown, setShown] = useState(false)
  const form = useCodeForm({
    missing: texts.codeMissing,
    async save(code) {
      if (!offered) return false
      const refused = await proveWithApp(offered.id, code)
      if (refused) throw new ApiError(refused, problemOf(refused, texts, words.unreachable), 0)
      onDone()
      return true
    },
    once: true,
  })
  const asked = useRef(false)

  useEffect(() => {
    if (asked.current) return
    asked.current = true
    void offer().then(answer => (typeof answer === 'string' ? setRefusal(answer) : setOffered(answer)))
    async function offer(): Promise<Offered | string> {
      const { brand } = pageConfig()
      // Names must be unique, and an abandoned factor remains for some minutes.
      const friendlyName = `${brand} ${new Date().toISOString().slice(0, 19).replace('T', ' ')}`
      const { data, error } = await client().auth.mfa.enroll({ factorType: 'totp', issuer: brand, friendlyName })
      if (error) return authErrorText(error, words)
      return { id: data.id, qr: data.totp.qr_code, secret: data.totp.secret }
    }
  }, [words])

  function cancel() {
    if (offered) void client().auth.mfa.unenroll({ factorId: offered.id })
    onCancel()
  }

  if (refusal) {
    return (
      <>
        <Notice tone="bad">{refusal}</Notice>
        <div>
          <Button onClick={onCancel}>{texts.cancel}</Button>
        </div>
      </>
    )
  }
  return (
    <form {...form.props} className="two-step-setup">
      <div className="two-step-qr">
        {offered ? <img src={offered.qr} alt={texts.qr} width={148} height={148} /> : <Skeleton height={148} />}
      </div>
      <ol>
        <li>
          <div>
            <b>{texts.scan}</b>
            <p className="soft">{texts.scanText}</p>
            {shown && offered ? (
              <div className="row two-step-by-hand flex-wrap">
                <code className="two-step-secret" aria-label={texts.secret}>
                  {offered.secret.match(/.{1,4}/g)?.join(' ')}
                </code>
                <CopyButton
                  className="btn-outline"
                  text={offered.secret}
                  copy={texts.copy}
                  copied={texts.copied}
                  onRefused={() => showErrorToast(texts.copyFailed)}
                />
              </div>
            ) : (
              <button type="button" className="link link-alone text-note" onClick={() => setShown(true)}>
                {texts.cannotScan}
              </button>
            )}
          </div>
        </li>
        <li>
          <CodeField label={texts.typeCode} small {...form.field} />
        </li>
      </ol>
      <div className="row two-step-foot">
        <Button onClick={cancel}>{texts.cancel}</Button>
        <Button type="submit" look="filled" busy={form.busy} busyText={texts.confirming}>
          {texts.confirm}
        </Button>
      </div>
    </form>
  )
}
