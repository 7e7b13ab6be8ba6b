import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { authTexts } from '#shared/texts/account/auth-texts.ts'
import { passkeysTexts } from '#shared/texts/passkeys/passkeys-texts.ts'
import { useTexts } from '#web/data/language.tsx'
import { Button } from '#web/kit/button.tsx'
import { Notice } from '#web/kit/feedback/notice.tsx'
import { QueryState } from '#web/kit/feedback/query-state.tsx'
import { showToast } from '#web/kit/feedback/toast.tsx'
import { useAction } from '#web/kit/use-action.ts'
import { addPasskey, type Passkey, passkeyProblem, passkeysOffered, usePasskeys } from '#web/parts/auth/passkeys.ts'
import { fill } from '#web/parts/language/texts.ts'
import { PasskeyRow } from './passkey-row.tsx'
import { ProveDialog } from './prove-dialog.tsx'
import { RemovePasskeyDialog } from './remove-passkey-dialog.tsx'
import { RenamePasskeyDialog } from './rename-passkey-dialog.tsx'

type Asked = { act: 'rename' | 'remove'; passkey: Passkey } | { act: 'prove' }

export function PasskeysPanel() {
  const texts = useTexts(passkeysTexts)
  const words = useTexts(authTexts)
  const queries = useQueryClient()
  const list = usePasskeys()
  const [asked, setAsked] = useState<Asked>()
  const { busy, problem, setProblem, perform } = useAction()
  const panel = useRef<HTMLElement>(null)
  const known = list.data !== undefined
  // Mails about passkeys lead here.
  useEffect(() => {
    if (known && location.hash === '#passkeys') panel.current?.scrollIntoView({ block: 'center' })
  }, [known])
  if (!passkeysOffered()) return null

  const again = () => queries.invalidateQueries({ queryKey: ['passkeys'] })
  const close = () => setAsked(undefined)

  async function add(proved: boolean) {
    const made = await addPasskey()
    if ('name' in made) {
      showToast(fill(texts.added, made))
      return again()
    }
    const lacksProof = made.refused === 'reauthentication_needed' || made.refused === 'insufficient_aal'
    if (lacksProof && !proved) setAsked({ act: 'prove' })
    else setProblem(passkeyProblem(made.refused, texts, words))
  }
  const start = (proved = false) => perform(() => add(proved))

  return (
    <section ref={panel} className="panel" aria-labelledby="passkeys">
      <div className="panel-head">
        <h2 id="passkeys" className="fill">
          {texts.section}
        </h2>
        <Button size="sm" icon="plus" busy={busy} busyText={texts.adding} onClick={() => void start()}>
          {texts.add}
        </Button>
      </div>
      <div className="panel-body stack">
        <p className="soft">{texts.text}</p>
        {problem && <Notice tone="bad">{problem}</Notice>}
      </div>
      <QueryState query={list} failed={texts.failed} loading={texts.loading} rows={1} className="panel-body">
        {passkeys =>
          passkeys.length === 0 ? (
            <p className="hint places-foot">{texts.none}</p>
          ) : (
            <ul className="places passkeys">
              {passkeys.map(passkey => (
                <PasskeyRow key={passkey.id} passkey={passkey} onAsk={act => setAsked({ act, passkey })} />
              ))}
            </ul>
          )
        }
      </QueryState>
      {asked?.act === 'rename' && <RenamePasskeyDialog passkey={asked.passkey} onSaved={again} onClose={close} />}
      {asked?.act === 'remove' && (
        <RemovePasskeyDialog
          passkey={asked.passkey}
          isLast={list.data?.length === 1}
          onRemoved={again}
          onClose={close}
        />
      )}
      {asked?.act === 'prove' && (
        <ProveDialog
          onProved={() => {
            close()
            void start(true)
          }}
          onClose={close}
        />
      )}
    </section>
  )
}
