import { channel, chooseChannel, confirmChannel } from '../channel.ts'
import { Loaded } from '../parts.tsx'
import { get } from '../service.ts'
import { translate } from '../translate.ts'

const memberships = async () => {
  const found = (await get('/members')).memberships
  confirmChannel(found)
  return found
}

/** Whose channel this tab shows, for somebody who is a member somewhere. It is read again by `by`. */
export const Channels = ({ by }: { readonly by: number }) => (
  <Loaded load={memberships} by={by} quiet>
    {(found) =>
      found.length > 0 && (
        <select
          aria-label={translate('channel')}
          onChange={({ currentTarget: { value } }) => chooseChannel(found.find(({ ownerId }) => ownerId === value))}
        >
          <option value="" selected={channel === undefined}>
            {translate('ownChannel')}
          </option>
          {found.map(({ ownerId, ownerName }) => (
            <option key={ownerId} value={ownerId} selected={ownerId === channel?.ownerId}>
              {ownerName}
            </option>
          ))}
        </select>
      )
    }
  </Loaded>
)
