import { FormReader, parseForm } from './form.ts';

const read = (text: string): FormReader => new FormReader(parseForm(text));

describe('parseForm', () => {
  it('reads nested names and lists', () => {
    const text = 'a=1&b[c][d]=2&items[0][price]=p&items[0][quantity]=3&items[1][price]=q&expand[]=x&expand[]=y&e=%C3%BC+1';
    expect(JSON.parse(JSON.stringify(parseForm(text)))).toEqual({
      a: '1',
      b: { c: { d: '2' } },
      items: [{ price: 'p', quantity: '3' }, { price: 'q' }],
      expand: ['x', 'y'],
      e: 'ü 1',
    });
  });

  it('treats names such as __proto__ as plain names', () => {
    parseForm('__proto__[polluted]=1&constructor[prototype][polluted]=1');
    expect(Reflect.get({}, 'polluted')).toBeUndefined();
    expect(() => parseForm(`a${'[b]'.repeat(20)}=1`)).toThrow(/Invalid parameter/);
    expect(() => parseForm('[a]=1')).toThrow(/Invalid parameter/);
  });
});

describe('FormReader', () => {
  it('names invalid parameters', () => {
    expect(() => read('a=1&b[c]=1').only(['b'])).toThrow('Received unknown parameter: a');
    expect(() => read('items[0][x]=1').each('items')[0]!.only(['price'])).toThrow('items[0][x]');
    expect(() => read('').required('mode')).toThrow('Missing required param: mode.');
    expect(() => read('a=yes').flag('a')).toThrow('Invalid boolean: yes');
    expect(() => read('a=0').integer('a', [1, 100])).toThrow('Invalid integer');
    expect(() => read('a=javascript:1').address('a')).toThrow('Not a valid URL');
    expect(() => read('a=1').under('a')).toThrow('Invalid object');
  });

  it('merges metadata and removes empty values', () => {
    expect(read('metadata[a]=1&metadata[b]=').metadata({ b: '2', c: '3' })).toEqual({ a: '1', c: '3' });
    expect(read('metadata=').metadata({ b: '2' })).toEqual({});
    expect(read('').metadata({ b: '2' })).toEqual({ b: '2' });
  });
});
