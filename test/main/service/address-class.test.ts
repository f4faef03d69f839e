import { describe, expect, it } from 'vitest';
import { addressClassOf, classOfName } from '../../../src/main/service/address-class.ts';

describe('address class', () => {
  it.each([
    ['8.8.8.8', 'public'],
    ['172.15.255.255', 'public'],
    ['172.32.0.1', 'public'],
    ['100.63.255.255', 'public'],
    ['100.128.0.1', 'public'],
    ['223.255.255.255', 'public'],
    ['10.1.2.3', 'private'],
    ['172.16.0.1', 'private'],
    ['172.31.255.255', 'private'],
    ['192.168.0.1', 'private'],
    ['100.64.0.1', 'private'],
    ['100.127.255.255', 'private'],
    ['198.18.0.1', 'private'],
    ['192.0.0.8', 'private'],
    ['169.254.169.254', 'link-local'],
    ['127.0.0.1', 'loopback'],
    ['127.255.255.254', 'loopback'],
    ['0.0.0.0', 'loopback'],
    ['224.0.0.1', 'reserved'],
    ['240.0.0.1', 'reserved'],
    ['255.255.255.255', 'reserved'],
    ['2606:4700::1111', 'public'],
    ['[2606:4700::1111]', 'public'],
    ['fc00::1', 'private'],
    ['fdff:ffff::1', 'private'],
    ['fec0::1', 'private'],
    ['fe80::1', 'link-local'],
    ['fe80::1%eth0', 'link-local'],
    ['febf::1', 'link-local'],
    ['::1', 'loopback'],
    ['0:0:0:0:0:0:0:1', 'loopback'],
    ['::', 'loopback'],
    ['ff02::1', 'reserved'],
    ['4000::1', 'reserved'],
    ['100::1', 'reserved'],
    // IPv4 inside IPv6
    ['::ffff:8.8.8.8', 'public'],
    ['::ffff:10.0.0.1', 'private'],
    ['::ffff:7f00:1', 'loopback'],
    ['::ffff:0:169.254.169.254', 'link-local'],
    ['::127.0.0.1', 'loopback'],
    ['64:ff9b::808:808', 'public'],
    ['64:ff9b::10.0.0.1', 'private'],
    ['64:ff9b::127.0.0.1', 'loopback'],
    ['64:ff9b:1::8.8.8.8', 'private'],
    ['64:ff9b:1::127.0.0.1', 'loopback'],
    ['2002:808:808::1', 'public'],
    ['2002:a00:1::1', 'private'],
    ['2002:7f00:1::', 'loopback'],
    ['2001:0:808:808:0:0:f7f7:f7f7', 'public'],
    ['2001:0:808:808:0:0:f5ff:fffe', 'private'],
    ['2001:0:7f00:1::f7f7:f7f7', 'loopback'],
    ['not an address', 'reserved'],
    ['', 'reserved'],
  ])('of %s is %s', (address, expected) => {
    expect(addressClassOf(address)).toBe(expected);
  });

  it.each([
    ['localhost', 'loopback'],
    ['LOCALHOST.', 'loopback'],
    ['a.localhost', 'loopback'],
    ['printserver', 'private'],
    ['printserver.local', 'private'],
    ['metadata.google.internal', 'private'],
    ['nas.home.arpa', 'private'],
    ['labels.example.com', null],
    ['notlocalhost.example', null],
  ])('of the name %s is %s', (name, expected) => {
    expect(classOfName(name)).toBe(expected);
  });
});
