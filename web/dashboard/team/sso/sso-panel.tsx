import { type ReactNode, useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { ssoTexts } from '#shared/texts/team/sso-texts.ts'
import { useTexts } from '#web/data/language.tsx'
import { Button } from '#web/kit/button.tsx'
import { Notice } from '#web/kit/feedback/notice.tsx'
import { QueryState } from '#web/kit/feedback/query-state.tsx'
import { Chip } from '#web/kit/tag.tsx'
import { ProviderDialog } from './provider-dialog.tsx'
import { RemoveSsoDialog } from './remove-sso-dialog.tsx'
import { hoursInWords, type Sso, type SsoConnection, useSso } from './sso-settings.ts'
import { DomainList } from './domain-list.tsx'
import { SwitchDialog } from './switch-dialog.tsx'
import { SsoTrial } from './sso-trial.tsx'
import { CopiedValue } from './copied-value.tsx'
import './sso.css'

type Asked = 'provider' | 'switch' | 'remove'

export function SsoPanel() {
  const texts = useTexts(ssoTexts)
  const query = useSso()
  const { data, refetch } = query
  const [asked, setAsked] = useState<Asked>()
  const reload = () => void refetch()
  const close = () => setAsked(undefined)
  useReturnFromTrial()
  return (
    <section className="panel sso" id="sso" aria-labelledby="sso-title">
      <div className="panel-head">
        <h2 id="sso-title" className="fill">
          {texts.title}
        </h2>
        {data?.connection && data.may_change && (
          <Button size="sm" look="danger-quiet" onClick={() => setAsked('remove')}>
            {texts.remove}
          </Button>
        )}
      </div>
      <p className="soft sso-hint">{texts.hint}</p>
      <QueryState query={query} failed={texts.failed} loading={texts.title} rows={3} className="panel-body">
        {sso => <Steps sso={sso} onAsk={setAsked} onChanged={reload} />}
      </QueryState>
      {data && asked === 'provider' && <ProviderDialog sso={data} onSaved={reload} onClose={close} />}
      {data?.connection && asked === 'switch' && (
        <SwitchDialog connection={data.connection} onSaved={reload} onClose={close} />
      )}
      {asked === 'remove' && <RemoveSsoDialog onRemoved={reload} onClose={close} />}
    </section>
  )
}

/** A trial comes back as a new page: there the panel is what one wants to see. */
function useReturnFromTrial(): void {
  const [query, setQuery] = useSearchParams()
  const isBack = query.get('sso') === 'tried'
  useEffect(() => {
    if (!isBack) return
    document.getElementById('sso')?.scrollIntoView()
    setQuery(
      left => {
        left.delete('sso')
        return left
      },
      { replace: true },
    )
  }, [isBack, setQuery])
}

type StepsProps = { sso: Sso; onAsk: (what: Asked) => void; onChanged: () => void }

function Steps({ sso, onAsk, onChanged }: StepsProps) {
  const texts = useTexts(ssoTexts)
  const { connection, domains, return_address: address, may_change: may } = sso
  return (
    <>
      {!may && (
        <div className="sso-step">
          <Notice tone="info">{texts.ownSignIn}</Notice>
        </div>
      )}
      <Step
        title={texts.stepProvider}
        action={
          may && (
            <Button size="sm" look={connection ? 'outline' : 'filled'} onClick={() => onAsk('provider')}>
              {connection ? texts.change : texts.setUp}
            </Button>
          )
        }
      >
        {connection ? (
          <Provider connection={connection} address={address ?? ''} />
        ) : (
          <p className="soft">{texts.none}</p>
        )}
      </Step>
      {(connection || domains.length > 0) && (
        <Step title={texts.stepDomains}>
          <DomainList domains={domains} mayChange={may} onChanged={onChanged} />
        </Step>
      )}
      {connection && (
        <>
          <Step title={texts.stepTrial}>
            <SsoTrial connection={connection} mayChange={may} />
          </Step>
          <Step
            title={texts.stepOn}
            action={
              may && (
                <Button size="sm" look={connection.enabled ? 'outline' : 'filled'} onClick={() => onAsk('switch')}>
                  {texts.switch}
                </Button>
              )
            }
          >
            <p className="row flex-wrap gap-2">
              <Chip tone={connection.enabled ? 'ok' : 'plain'}>{connection.enabled ? texts.on : texts.off}</Chip>
              <span className="soft">{connection.required ? texts.requiredOn : texts.requiredOff}</span>
            </p>
          </Step>
        </>
      )}
    </>
  )
}

function Step({ title, action, children }: { title: string; action?: ReactNode; children: ReactNode }) {
  return (
    <div className="sso-step">
      <div className="row flex-wrap justify-between">
        <h3>{title}</h3>
        {action}
      </div>
      {children}
    </div>
  )
}

function Provider({ connection, address }: { connection: SsoConnection; address: string }) {
  const texts = useTexts(ssoTexts)
  return (
    <>
      <dl className="sso-facts">
        <dt>{texts.issuer}</dt>
        <dd>{connection.issuer}</dd>
        <dt>{texts.clientId}</dt>
        <dd>{connection.client_id}</dd>
        <dt>{texts.newcomers}</dt>
        <dd>{connection.joins ? texts.joinsYes : texts.joinsNo}</dd>
        <dt>{texts.hours}</dt>
        <dd>{hoursInWords(connection.session_hours, texts)}</dd>
      </dl>
      <CopiedValue label={texts.returnAddress} hint={texts.returnHint} value={address} />
    </>
  )
}
