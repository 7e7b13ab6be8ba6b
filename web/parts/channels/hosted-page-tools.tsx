import { useState } from 'react'
import { Link } from 'react-router'
import { addresses } from '#shared/addresses.ts'
import type { HostedPage } from '#shared/contracts/channels/hosted-page.results.ts'
import { startTexts } from '#shared/texts/account/start-texts.ts'
import { call } from '#web/data/api.ts'
import { useCurrentWorkspace } from '#web/data/current-workspace.tsx'
import { useTexts } from '#web/data/language.tsx'
import { Button, buttonClass } from '#web/kit/button.tsx'
import { Field } from '#web/kit/forms/field.tsx'
import { Icon } from '#web/kit/icons/icon.tsx'
import { showErrorToast } from '#web/kit/feedback/toast.tsx'
import { CopyButton } from '#web/parts/sharing/copy-button.tsx'
import './hosted-page-tools.css'
import { QrCode } from '#web/parts/sharing/qr-code.tsx'
import { share } from '#web/parts/sharing/share.ts'
import { fill } from '#web/parts/language/texts.ts'
import { useForm } from '#web/kit/forms/use-form.ts'

type Props = { page: HostedPage; onChanged(page: HostedPage): void }

export function HostedPageTools({ page, onChanged }: Props) {
  const texts = useTexts(startTexts)
  const { workspace } = useCurrentWorkspace()
  const [changing, setChanging] = useState(false)
  const { address, slug } = page
  if (!address || !slug) return null
  const { name } = workspace

  return (
    <div className="hosted">
      <div className="hosted-code">
        <QrCode text={address} label={fill(texts.codeOf, { name })} save={texts.saveCode} name={slug} />
        <div className="stack">
          <Link className={buttonClass()} to={addresses.printCode} target="_blank">
            <Icon name="qr-code" />
            {texts.print}
          </Link>
          <Button
            icon="external-link"
            onClick={() => void share(fill(texts.shareWords, { name }), address, texts.copied)}
          >
            {texts.share}
          </Button>
        </div>
      </div>
      <p className="hosted-address">
        <span>{address.replace(/^https?:\/\//, '')}</span>
        <CopyButton
          text={address}
          copy={texts.copy}
          copied={texts.copied}
          name={texts.copyAddress}
          onRefused={() => showErrorToast(texts.copyFailed)}
        />
      </p>
      {changing ? (
        <SlugForm
          slug={slug}
          onDone={next => {
            if (next) onChanged(next)
            setChanging(false)
          }}
        />
      ) : (
        <button type="button" className="link link-alone" onClick={() => setChanging(true)}>
          {texts.changeSlug}
        </button>
      )}
    </div>
  )
}

function SlugForm({ slug, onDone }: { slug: string; onDone(page?: HostedPage): void }) {
  const texts = useTexts(startTexts)
  const form = useForm({
    start: { slug },
    save: async body => onDone(await call('PATCH /api/v1/hosted-page', { body })),
    fieldOf: () => 'slug',
    once: true,
  })

  return (
    <form {...form.props} className="stack">
      <Field
        label={texts.slug}
        hint={texts.slugHint}
        {...form.field('slug')}
        maxLength={60}
        autoCapitalize="none"
        spellCheck={false}
        autoFocus
      />
      <div className="row">
        <Button look="filled" type="submit" busy={form.busy}>
          {texts.keepSlug}
        </Button>
        <Button look="quiet" onClick={() => onDone()}>
          {texts.cancel}
        </Button>
      </div>
    </form>
  )
}
