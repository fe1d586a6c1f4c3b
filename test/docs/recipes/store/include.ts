import { persistence } from 'rtk-rest/persistence'
import { TodoResource } from './persistence'

export const todosAlone = persistence({
  key: 'my-app',
  include: ({ schemaKey, requestKey }) =>
    requestKey === undefined
      ? ['Todo', '[Todo]'].includes(schemaKey)
      : TodoResource.getList.testKey(requestKey),
})
