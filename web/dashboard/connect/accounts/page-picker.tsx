import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { OfferedPages } from '#shared/contracts/channels/facebook.contract.ts'
import { channelScreensTexts, type ChannelScreensTexts } from '#shared/texts/channels/channel-screens-texts.ts'
import { call, messageOf } from '#web/data/api.ts'
import { useTexts } from '#web/data/language.tsx'
import { Button } from '#web/kit/button.tsx'
import { Dialog } from '#web/kit/overlays/dialog.tsx'
import { Notice } from '#web/kit/feedback/notice.tsx'
import { SkeletonRows } from '#web/kit/feedback/skeleton.tsx'
import { showToast } from '#web/kit/feedback/toast.tsx'
import { fill } from '#web/parts/language/texts.ts'
import { useAccountActions } from './account-actions.ts'
import { AdAccountChoice, adAccountOf, unchanged } from './ad-account-choice.tsx'
import { PageList } from './page-choices.tsx'
import { SignInButton } from './sign-in-button.tsx'
import { useAction } from '#web/kit/use-action.ts'

type Page = OfferedPages['pages'][number]

/** @param left how many more channels the plan allows; null: any number */
export function PagePicker({ pick, left, onClose }: { pick: string; left: number | null; onClose(): void }) {
  const texts = useTexts(channelScreensTexts)
  const offered = useQuery({
    queryKey: ['facebook pages', pick],
    queryFn: () => call('GET /api/v1/channels/facebook/pages', { query: { pick } }),
    retry: false,
    gcTime: 0,
    refetchOnWindowFocus: false,
  })
  return (
    <Dialog open title={texts.pickTitle} onClose={onClose}>
      {offered.data ? (
        <Choice pick={pick} offered={offered.data} left={left} onClose={onClose} />
      ) : offered.isError ? (
        <>
          <div className="mt-3">
            <Notice tone="bad">
              <b>{texts.pickFailed}</b> {messageOf(offered.error)}
            </Notice>
          </div>
          <Again onClose={onClose} />
        </>
      ) : (
        <div className="mt-4">
          <SkeletonRows rows={3} label={texts.pickLoading} />
        </div>
      )}
    </Dialog>
  )
}

function Choice({
  pick,
  offered: { pages, ad_accounts: accounts, missing_permissions: missing },
  left,
  onClose,
}: {
  pick: string
  offered: OfferedPages
  left: number | null
  onClose(): void
}) {
  const texts = useTexts(channelScreensTexts)
  const { renew } = useAccountActions()
  const [chosen, setChosen] = useState(() => chosenAtFirst(pages))
  const [account, setAccount] = useState(unchanged)
  const [failures, setFailures] = useState<string[]>([])
  const { busy, problem, perform } = useAction()
  const problems = problem === undefined ? failures : [problem]
  const fresh = pages.filter(page => chosen.has(page.id) && page.reason === null).length
  const tooMany = left !== null && fresh > left

  const connect = () =>
    perform(async () => {
      setFailures([])
      const body = { pick, page_ids: [...chosen], ...adAccountOf(account) }
      const { connected, failed } = await call('POST /api/v1/channels/facebook/pages', { body })
      await renew()
      showToast(fill(texts.pagesConnected, { names: connected.map(page => page.name).join(', ') }))
      if (failed.length === 0) return onClose()
      setChosen(new Set(failed.map(page => page.page_id)))
      setFailures(failed.map(page => fill(texts.pageFailed, { name: page.name, reason: page.message })))
    })

  return (
    <>
      {missing.length > 0 && <Missing missing={missing} texts={texts} />}
      {pages.length === 0 ? (
        <div className="mt-3">
          <Notice>
            <b>{texts.pickNone}.</b> {texts.pickNoneText}
          </Notice>
        </div>
      ) : (
        <>
          <p className="soft dialog-lead">{texts.pickText}</p>
          <PageList pages={pages} chosen={chosen} onChosen={setChosen} />
          <AdAccountChoice accounts={accounts} chosen={account} onChosen={setAccount} />
        </>
      )}
      {tooMany && <Notice>{fill(texts.overLimit, { left: Math.max(0, left) })}</Notice>}
      {problems.map(one => (
        <div key={one} className="mt-3">
          <Notice tone="bad">{one}</Notice>
        </div>
      ))}
      {pages.some(page => page.can_connect) ? (
        <div className="dialog-foot">
          <Button onClick={onClose}>{texts.cancel}</Button>
          <Button
            look="filled"
            busy={busy}
            busyText={texts.connectingPages}
            disabled={chosen.size === 0 || tooMany}
            onClick={() => void connect()}
          >
            {chosen.size === 0 ? texts.connectNone : fill(texts.connectPages, { count: chosen.size })}
          </Button>
        </div>
      ) : (
        <Again onClose={onClose} />
      )}
    </>
  )
}

function chosenAtFirst(pages: Page[]): Set<string> {
  const open = pages.filter(page => page.can_connect && page.reason !== 'connected_here')
  const again = open.filter(page => page.reason === 'reconnects')
  return new Set((again.length > 0 ? again : open.length === 1 ? open : []).map(page => page.id))
}

function Missing({ missing, texts }: { missing: string[]; texts: ChannelScreensTexts }) {
  const words: Record<string, string> = texts
  const names = missing.map(scope => words[scope] ?? scope).join(', ')
  return (
    <div className="mt-3">
      <Notice>{fill(texts.missingPermissions, { names })}</Notice>
    </div>
  )
}

function Again({ onClose }: { onClose(): void }) {
  const texts = useTexts(channelScreensTexts)
  return (
    <div className="dialog-foot">
      <Button autoFocus onClick={onClose}>
        {texts.close}
      </Button>
      <SignInButton kind="facebook" look="filled">
        {texts.signInAgain}
      </SignInButton>
    </div>
  )
}
