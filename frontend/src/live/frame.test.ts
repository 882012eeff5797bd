import { describe, expect, test } from "vitest";
import { busiest, cableShare, decodeFrame, FrameError, levels, meanShare } from "./frame";

/** A frame put together byte by byte from the layout, not by the code under test. */
function frameBytes(
  utilisation: number[],
  readout: string,
  changes: Partial<Record<number, number>> = {},
): Uint8Array {
  const text = new TextEncoder().encode(readout);
  const bytes = new Uint8Array(64 + utilisation.length + text.length);
  bytes.set([0x54, 0x57, 0x4c, 0x46, 1, 0, 64, 0]); // "TWLF", version 1, header 64
  bytes.set(
    Array.from({ length: 16 }, (_, i) => 0x10 + i),
    8,
  );
  bytes.set([0x05, 0x01, 0, 0], 24); // seq 261
  bytes.set([utilisation.length / 2, 0, 0, 0], 28);
  bytes.set([0, 0, 0, 0, 0, 0, 0xf8, 0x3f], 32); // 1.5 as IEEE 754 double
  bytes.set([0, 0, 0, 0, 0, 0, 0x10, 0x40], 40); // 4.0
  bytes.set([0, 0, 0x40, 0x3f], 48); // 0.75 as single
  bytes.set([0, 0, 0xc0, 0x7f], 52); // NaN
  bytes.set([1, 0, 0, 0], 56); // an event
  bytes.set([text.length, 0, 0, 0], 60);
  bytes.set(utilisation, 64);
  bytes.set(text, 64 + utilisation.length);
  for (const [at, value] of Object.entries(changes)) bytes[Number(at)] = value as number;
  return bytes;
}

describe("a frame", () => {
  test("is read field by field from its bytes", () => {
    const frame = decodeFrame(
      frameBytes([254, 0, 127, 255], '{"iterations":{"done":3,"total":9}}').buffer as ArrayBuffer,
    );
    expect(frame).toMatchObject({
      run: "10111213-1415-1617-1819-1a1b1c1d1e1f",
      seq: 261,
      cables: 2,
      simulatedS: 1.5,
      wallS: 4,
      progress: 0.75,
      etaS: null,
      event: true,
      last: false,
    });
    expect(Array.from(frame.utilisation)).toEqual([254, 0, 127, 255]);
    expect(frame.readout.iterations.done).toBe(3);
  });

  test("is found at an offset among others", () => {
    const one = frameBytes([10, 20], "{}");
    const both = new Uint8Array(one.length * 2);
    both.set(one);
    both.set(frameBytes([30, 40], "{}", { 24: 0x06 }), one.length);
    const second = decodeFrame(both.buffer as ArrayBuffer, one.length);
    expect(second.seq).toBe(262);
    expect(Array.from(second.utilisation)).toEqual([30, 40]);
  });

  test("with another magic, version or a cut end is refused in words", () => {
    const decode = (bytes: Uint8Array) => () => decodeFrame(bytes.buffer as ArrayBuffer);
    expect(decode(frameBytes([1, 2], "{}", { 0: 0x58 }))).toThrow("TWLF");
    expect(decode(frameBytes([1, 2], "{}", { 4: 9 }))).toThrow("version 9");
    expect(decode(frameBytes([1, 2], "{}", { 28: 200 }))).toThrow("says 466 bytes");
    expect(decode(new Uint8Array(10))).toThrow(FrameError);
  });
});

describe("utilisation", () => {
  test("of a cable is the larger direction, or the known one", () => {
    const bytes = Uint8Array.of(127, 254, 255, 127, 255, 255);
    expect(cableShare(bytes, 0)).toBe(1);
    expect(cableShare(bytes, 1)).toBe(0.5);
    expect(cableShare(bytes, 2)).toBeNull();
  });

  test("unknown cables count in no mean and no level", () => {
    const bytes = Uint8Array.of(254, 0, 0, 127, 255, 255);
    expect(meanShare(bytes)).toBe(0.75);
    expect(levels(bytes, 4)).toEqual({ hot: 1, known: 2, counts: [0, 0, 1, 1] });
  });

  test("the busiest come first, ties in document order, idle ones not at all", () => {
    const bytes = Uint8Array.of(127, 0, 254, 0, 0, 0, 0, 254, 255, 255);
    expect(busiest(bytes, 2).map((cable) => cable.row)).toEqual([1, 3]);
    expect(busiest(bytes, 10).map((cable) => cable.row)).toEqual([1, 3, 0]);
  });
});
