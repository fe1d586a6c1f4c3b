import { get, set } from 'idb-keyval'
import { persistence } from 'rtk-rest/persistence'

// A function: on a server, and where the user denies it, there is no localStorage.
export const inLocalStorage = persistence({ key: 'my-app', storage: () => localStorage })

// Any object with these two functions, such as AsyncStorage of React Native as it is.
export const withIdbKeyval = persistence({
  key: 'my-app',
  storage: { getItem: get, setItem: set },
})

export const inSessionStorage = persistence({ key: 'my-app', storage: () => sessionStorage })
