import type { Template } from '#shared/contracts/campaigns/templates.contract.ts'
import { purposeOfTag } from '#shared/rules/campaigns/sending-routes.ts'
import type { useDraft } from '#web/dashboard/campaigns/compose/use-draft.ts'
import { type ChosenTemplate, TemplateFields } from './template-fields.tsx'

/** Which template a broadcast sends. */
export function TemplateStep({ writing: { draft, change } }: { writing: ReturnType<typeof useDraft> }) {
  const put = (template: ChosenTemplate) => ({ content: { ...draft.content, b: null, template } })
  return (
    <TemplateFields
      value={draft.content.template}
      byNumber
      onChoose={(chosen, template) =>
        change({
          ...put(chosen),
          // Its tag says what it may be for, and no more is spent than what stands here.
          ...(template.tag && { purpose: purposeOfTag[template.tag] }),
          max_each: template.kind === 'zalo' ? dearest(template) : null,
        })
      }
      onValues={chosen => change(put(chosen))}
    />
  )
}

/** Whichever way it goes; null: Zalo has told no price. */
function dearest({ price_uid: uid, price_phone: phone }: Template): number | null {
  return uid === null && phone === null ? null : Math.max(uid ?? 0, phone ?? 0)
}
