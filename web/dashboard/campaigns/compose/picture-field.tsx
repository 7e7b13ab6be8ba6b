import { useRef } from 'react'
import type { StoredAttachment } from '#shared/contracts/channels/channels.contract.ts'
import { isCampaignPicture, pictureTypes } from '#shared/rules/campaigns/campaign-picture.ts'
import { campaignScreensTexts } from '#shared/texts/campaigns/campaign-screens-texts.ts'
import { newClientId } from '#widget/new-id.ts'
import { useCurrentWorkspace } from '#web/data/current-workspace.tsx'
import { useTexts } from '#web/data/language.tsx'
import { useAction } from '#web/kit/use-action.ts'
import { Button } from '#web/kit/button.tsx'
import { FilePicker } from '#web/kit/forms/file-picker.tsx'
import { Notice } from '#web/kit/feedback/notice.tsx'
import { MessageFiles } from '#web/parts/conversations/message-files.tsx'
import type { useDraft } from './use-draft.ts'

type Picture = { file: string; name: string }

/** Uploaded at once; the draft keeps only its path. */
export function PictureField({ writing: { draft, change } }: { writing: ReturnType<typeof useDraft> }) {
  const texts = useTexts(campaignScreensTexts)
  const { workspace } = useCurrentWorkspace()
  const input = useRef<HTMLInputElement>(null)
  const { busy, problem, setProblem, perform } = useAction()
  const { content } = draft
  // The text may have changed while it was uploaded.
  const changePicture = (picture: Picture | null) => change(latest => ({ content: { ...latest.content, picture } }))
  async function take(file: File) {
    if (!isCampaignPicture(file)) return setProblem(texts.pictureWrong)
    await perform(async () => {
      const { putFile } = await import('#web/data/upload.ts')
      const place = `${workspace.id}/${newClientId()}`
      await putFile('attachments', place, file, () => {}, new AbortController().signal)
      changePicture({ file: place, name: file.name.slice(0, 200) })
    })
  }
  return (
    <div className="campaign-choice">
      {content.picture && <ShownPicture picture={content.picture} />}
      <div className="row flex-wrap">
        <Button
          look="quiet"
          icon="paperclip"
          busy={busy}
          busyText={texts.pictureComing}
          onClick={() => input.current?.click()}
        >
          {content.picture ? texts.pictureOther : texts.pictureAdd}
        </Button>
        {content.picture && (
          <Button look="quiet" icon="trash" onClick={() => changePicture(null)}>
            {texts.pictureRemove}
          </Button>
        )}
      </div>
      <FilePicker
        ref={input}
        accept={pictureTypes.join()}
        aria-label={texts.pictureAdd}
        onFiles={([file]) => void take(file)}
      />
      {content.picture && <p className="hint">{texts.pictureHint}</p>}
      {problem && <Notice tone="bad">{problem}</Notice>}
    </div>
  )
}

export function ShownPicture({ picture: { file, name } }: { picture: Picture }) {
  const shown: StoredAttachment = { id: file, type: 'image', status: 'copied', file, name }
  return <MessageFiles attachments={[shown]} />
}
