import { useQuery } from '@tanstack/react-query'
import { campaignScreensTexts } from '#shared/texts/campaigns/campaign-screens-texts.ts'
import { call } from '#web/data/api.ts'
import { useCurrentWorkspace } from '#web/data/current-workspace.tsx'
import { useTexts } from '#web/data/language.tsx'
import { Button } from '#web/kit/button.tsx'
import { ChannelIcon } from '#web/kit/icons/channel-icon.tsx'
import { Dialog } from '#web/kit/overlays/dialog.tsx'
import { Notice } from '#web/kit/feedback/notice.tsx'
import { showToast } from '#web/kit/feedback/toast.tsx'
import { fill } from '#web/parts/language/texts.ts'
import { useAction } from '#web/kit/use-action.ts'

export function TestSendDialog({ id, how, onClose }: { id: string; how?: string; onClose: () => void }) {
  const texts = useTexts(campaignScreensTexts)
  const { workspace } = useCurrentWorkspace()
  const { doing, problem, perform } = useAction()
  const { data } = useQuery({
    queryKey: ['campaign trials', workspace.id],
    queryFn: () => call('GET /api/v1/test-contacts'),
    refetchInterval: 3000,
  })
  const send = (contactId: string, name: string) =>
    perform(async () => {
      await call('POST /api/v1/broadcasts/:id/test', { params: { id }, body: { contact_ids: [contactId] } })
      showToast(fill(texts.trialSent, { name: name || texts.trialNobody }))
    }, contactId)
  return (
    <Dialog open title={texts.trialTitle} onClose={onClose} foot={<Button onClick={onClose}>{texts.close}</Button>}>
      {problem && <Notice tone="bad">{problem}</Notice>}
      <ul className="campaign-group">
        {data?.contacts.map(({ contact_id: contactId, name, kind }) => (
          <li key={contactId}>
            <ChannelIcon kind={kind} size={18} />
            <span className="fill">{name || texts.trialNobody}</span>
            <Button size="sm" busy={doing === contactId} onClick={() => void send(contactId, name)}>
              {texts.trialHere}
            </Button>
          </li>
        ))}
      </ul>
      {how && <p className="soft">{how}</p>}
      <p className="soft">{texts.trialHow}</p>
      {data && (
        <p className="campaign-code">
          <code>{data.code}</code>
        </p>
      )}
    </Dialog>
  )
}
