import { givenName } from '#shared/rules/contacts/given-name.ts'
import type { InboxTexts } from '#shared/texts/inbox/inbox-texts.ts'
import { inboxToolsTexts } from '#shared/texts/inbox/inbox-tools-texts.ts'
import { call } from '#web/data/api.ts'
import { useCurrentWorkspace } from '#web/data/current-workspace.tsx'
import { useTexts } from '#web/data/language.tsx'
import type { ContactDetail } from '#web/data/wire-rows.ts'
import { Button, IconButton } from '#web/kit/button.tsx'
import { showErrorToast, showToast } from '#web/kit/feedback/toast.tsx'
import type { IconName } from '#web/kit/icons/icon-shapes.ts'
import { Icon } from '#web/kit/icons/icon.tsx'
import { useAction } from '#web/kit/use-action.ts'
import { formatPhone } from '#web/parts/customers/format-phone.ts'
import { fill } from '#web/parts/language/texts.ts'

const icons: Record<ContactDetail['kind'], IconName> = {
  phone: 'phone',
  landline: 'phone',
  email: 'mail',
  address: 'map-pin',
}

type FoundProps = { conversationId: string; details: readonly ContactDetail[]; texts: InboxTexts }

export function FoundDetails({ conversationId, details, texts }: FoundProps) {
  const tools = useTexts(inboxToolsTexts)
  const { members } = useCurrentWorkspace()
  const names: Record<ContactDetail['kind'], string> = {
    phone: texts.kindPhone,
    landline: texts.kindLandline,
    email: texts.kindEmail,
    address: texts.kindAddress,
  }
  function whence({ added_by: by }: ContactDetail): string {
    if (!by) return tools.fromMessage
    return fill(tools.addedBy, { name: givenName(members.find(member => member.person_id === by)?.name ?? texts.team) })
  }
  return (
    <section className="customer-found" aria-label={texts.found}>
      <h3>{texts.found}</h3>
      <ul>
        {details.map(detail => (
          <li key={detail.id} className="row">
            <Icon name={icons[detail.kind]} label={names[detail.kind]} />
            <span className="fill num" title={whence(detail)}>
              {detail.kind === 'phone' ? formatPhone(detail.value) : detail.value}
              {detail.added_by && <span className="drop-meta customer-by">{whence(detail)}</span>}
            </span>
            {!detail.added_by && <SaveDetail conversationId={conversationId} detail={detail} />}
            <IconButton
              icon="copy"
              label={fill(texts.copy, { value: detail.value })}
              onClick={() => void copy(detail.value, texts.copied)}
            />
          </li>
        ))}
      </ul>
    </section>
  )
}

function SaveDetail({ conversationId, detail }: { conversationId: string; detail: ContactDetail }) {
  const tools = useTexts(inboxToolsTexts)
  const { busy, perform } = useAction({ onProblem: showErrorToast })

  async function save() {
    await perform(async () => {
      const add = [{ kind: detail.kind, value: detail.value }]
      await call('PATCH /api/v1/conversations/:id/customer', { params: { id: conversationId }, body: { add } })
      showToast(fill(tools.detailSaved, { value: detail.value }))
    })
  }
  return (
    <Button
      size="sm"
      busy={busy}
      onClick={() => void save()}
      aria-label={fill(tools.saveDetail, { value: detail.value })}
    >
      {tools.save}
    </Button>
  )
}

async function copy(value: string, done: string): Promise<void> {
  await navigator.clipboard.writeText(value)
  showToast(done)
}
