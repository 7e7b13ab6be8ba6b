import { useQuery, useQueryClient } from '@tanstack/react-query'
import { startTexts } from '#shared/texts/account/start-texts.ts'
import { call } from '#web/data/api.ts'
import { useCurrentWorkspace } from '#web/data/current-workspace.tsx'
import { useTexts } from '#web/data/language.tsx'
import { useAction } from '#web/kit/use-action.ts'
import { Button } from '#web/kit/button.tsx'
import { Icon } from '#web/kit/icons/icon.tsx'
import { Chip } from '#web/kit/tag.tsx'
import { showErrorToast } from '#web/kit/feedback/toast.tsx'
import { QueryState } from '#web/kit/feedback/query-state.tsx'
import { HostedPageTools } from '#web/parts/channels/hosted-page-tools.tsx'

export function HostedPanel() {
  const texts = useTexts(startTexts)
  const { workspace } = useCurrentWorkspace()
  const queries = useQueryClient()
  const key = ['hosted page', workspace.id]
  const page = useQuery({ queryKey: key, queryFn: () => call('GET /api/v1/hosted-page') })
  const { busy, perform } = useAction({ onProblem: showErrorToast })

  async function change(act: () => Promise<unknown>) {
    await perform(async () => {
      await act()
      await Promise.all([
        queries.invalidateQueries({ queryKey: key }),
        queries.invalidateQueries({ queryKey: ['live', `workspace:${workspace.id}`, 'channels'] }),
      ])
    })
  }

  if (!page.data) return <QueryState query={page} failed={texts.pageFailed} loading={texts.loading} rows={1} />
  const { channel_id: channelId } = page.data
  return (
    <section className="panel channel-card" aria-labelledby="hosted-page">
      <div className="row connect-name">
        <Icon name="qr-code" size="lg" />
        <div className="fill">
          <h2 id="hosted-page">{texts.page}</h2>
          <p className="muted text-note">{texts.pageText}</p>
        </div>
        <Chip tone={channelId ? 'ok' : 'plain'} icon={channelId ? 'circle-check' : 'circle-dashed'}>
          {channelId ? texts.pageOpen : texts.pageClosed}
        </Chip>
      </div>
      {channelId && <HostedPageTools page={page.data} onChanged={next => queries.setQueryData(key, next)} />}
      <div className="channel-card-foot">
        {channelId ? (
          <Button
            look="danger-quiet"
            size="sm"
            busy={busy}
            onClick={() =>
              void change(() => call('POST /api/v1/channels/:id/disconnect', { params: { id: channelId } }))
            }
          >
            {texts.closePage}
          </Button>
        ) : (
          <Button busy={busy} onClick={() => void change(() => call('POST /api/v1/hosted-page'))}>
            {texts.openPage}
          </Button>
        )}
      </div>
    </section>
  )
}
