import { Entity, resource } from 'rtk-rest'
import { API } from '../api'

/** `{ "_id": "65f", "title": "Solaris" }` */
class Film extends Entity {
  _id = ''
  title = ''
  static override key = 'Film'

  override pk(): string {
    return this._id
  }
}

export const FilmResource = resource({ urlPrefix: API, path: '/films/:_id', schema: Film })

/** The path, the body and the response name a country by its code. */
class Country extends Entity {
  code = ''
  name = ''
  static override key = 'Country'

  override pk(): string {
    return this.code
  }
}

export const CountryResource = resource({
  urlPrefix: API,
  path: '/countries/:code',
  schema: Country,
})
