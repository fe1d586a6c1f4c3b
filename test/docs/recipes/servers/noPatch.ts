import { type Controller, Entity, resource } from 'rtk-rest'
import { API } from '../api'

class Account extends Entity {
  id = ''
  name = ''
  email = ''
  static override key = 'Account'
}

export const AccountResource = resource({ urlPrefix: API, path: '/accounts/:id', schema: Account })

/** A server that has PUT alone: sends the stored account with what changes. */
export async function changeAccount(
  controller: Controller,
  id: string,
  changes: Partial<Account>,
): Promise<Account> {
  const account = await controller.fetchIfStale(AccountResource.get, { id })
  return controller.fetch(AccountResource.update, { id }, { ...account, ...changes })
}

/** A server that takes changes as POST to an address of their own. */
export const rename = AccountResource.partialUpdate.extend({
  path: '/accounts/:id/rename',
  method: 'POST',
  body: {} as { readonly name: string },
  name: 'Account.rename',
})
