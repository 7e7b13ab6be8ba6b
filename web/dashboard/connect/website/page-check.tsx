import { useState } from 'react'
import { Link } from 'react-router'
import { addresses } from '#shared/addresses.ts'
import type { PageFinding } from '#shared/contracts/channels/page-check.contract.ts'
import type { PageCheck } from '#shared/contracts/channels/page-check.results.ts'
import { readableDomain } from '#shared/rules/website/readable-domain.ts'
import { pageCheckTexts } from '#shared/texts/channels/page-check-texts.ts'
import { call, messageOf } from '#web/data/api.ts'
import { useTexts } from '#web/data/language.tsx'
import { useAction } from '#web/kit/use-action.ts'
import { Button, buttonClass } from '#web/kit/button.tsx'
import { Icon } from '#web/kit/icons/icon.tsx'
import { Notice } from '#web/kit/feedback/notice.tsx'
import { fill } from '#web/parts/language/texts.ts'

const tones: Partial<Record<PageFinding, 'ok' | 'info'>> = { well: 'ok', scripts: 'info' }

export function PageCheckRow({ channelId, domain }: { channelId: string; domain: string | undefined }) {
  const texts = useTexts(pageCheckTexts)
  const [found, setFound] = useState<PageCheck>()
  const { busy, problem, perform } = useAction({
    wordsOf: error => `${texts.failed} ${messageOf(error)}`,
    onProblem: () => setFound(undefined),
  })
  const page = domain && !domain.startsWith('*.') ? `https://${domain}` : undefined

  async function check() {
    await perform(async () => {
      setFound(await call('POST /api/v1/channels/:id/check-page', { params: { id: channelId } }))
    })
  }

  return (
    <>
      <div className="row flex-wrap">
        <Button size="sm" icon="search" busy={busy} busyText={texts.checking} onClick={() => void check()}>
          {texts.check}
        </Button>
        <Link className={buttonClass('outline', 'sm')} to={`${addresses.configuration}?tab=look`}>
          <Icon name="eye" size="sm" />
          {texts.tryIt}
        </Link>
        {page && (
          <a className={buttonClass('quiet', 'sm')} href={page} target="_blank" rel="noreferrer">
            <Icon name="external-link" size="sm" />
            {texts.openPage}
          </a>
        )}
      </div>
      {problem && <Notice tone="bad">{problem}</Notice>}
      {found && !busy && <Finding found={found} />}
    </>
  )
}

function Finding({ found: { finding, url, detail } }: { found: PageCheck }) {
  const texts = useTexts(pageCheckTexts)
  const words = { detail: detail && finding === 'wrong_domain' ? readableDomain(detail) : (detail ?? '') }
  return (
    <Notice tone={tones[finding] ?? 'warning'}>
      <b>{fill(texts[finding], words)}</b> {fill(texts[`${finding}Text`], words)}
      {url && <span className="hint block break-all">{url}</span>}
    </Notice>
  )
}
