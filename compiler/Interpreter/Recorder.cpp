//===- Recorder.cpp - which iterations touch one element ------------------===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Interpreter/Recorder.h"

using namespace gpujit;
using namespace gpujit::interpreter;

namespace {
/// Where an array's bytes lie, and what all its addresses are multiples of.
struct Span {
  const char *low, *high;
  uint64_t unit;
};
} // namespace

static Span spanOf(const Parameter &parameter, const GpujitArg &arg) {
  auto *data = static_cast<const char *>(arg.data);
  unsigned size = sizeOf(parameter.kind);
  Span span{data, data + size, size};
  int64_t stride = size;
  for (unsigned axis = parameter.rank; axis-- > 0;) {
    int64_t step = parameter.contiguous ? stride : arg.strides[axis];
    stride *= arg.extents[axis];
    int64_t reach = (arg.extents[axis] - 1) * step;
    (reach < 0 ? span.low : span.high) += reach;
    if (step % size != 0)
      span.unit = 1;
  }
  return span;
}

Recorder::Recorder(const Code &code, llvm::ArrayRef<GpujitArg> args)
    : code(code), tallies(code.loops.size()) {
  for (const RecordedAccess &access : code.accesses)
    depth = std::max<size_t>(depth, access.depth);
  std::vector<Span> spans;
  for (auto [parameter, arg] : llvm::zip_equal(code.parameters, args))
    if (parameter.isArray)
      spans.push_back(spanOf(parameter, arg));
  for (const Span &a : spans)
    for (const Span &b : spans)
      byBytes |= a.low < b.high && b.low < a.high &&
                 (a.unit != b.unit || a.unit == 1 ||
                  (a.low - b.low) % int64_t(a.unit) != 0);
}

void Recorder::enterLoop(uint32_t loop) {
  frames.resize(std::min<size_t>(frames.size(), code.loops[loop].depth));
  frames.push_back({loop, ++instances, 0});
}

void Recorder::startIteration(uint32_t loop, int64_t value) {
  frames.resize(code.loops[loop].depth + 1);
  frames.back().value = value;
  ++tallies[loop].iterations;
}

void Recorder::touch(uint32_t access, uintptr_t address,
                     llvm::ArrayRef<int64_t> element) {
  const RecordedAccess &info = code.accesses[access];
  frames.resize(std::min<size_t>(frames.size(), info.depth));
  if (info.isWrite)
    unset.erase(address);
  else if (!unsetRead && unset.contains(address))
    unsetRead = {access, element.vec()};
  for (unsigned byte = 0; byte < (byBytes ? info.size : 1); ++byte)
    touchUnit(access, address + byte, element);
}

void Recorder::touchUnit(uint32_t access, uintptr_t address,
                         llvm::ArrayRef<int64_t> element) {
  bool isWrite = code.accesses[access].isWrite;
  auto [cell, isNew] = cells.try_emplace(address, marks.size());
  if (isNew)
    marks.resize(marks.size() + depth);
  Marks *known = marks.data() + cell->second;
  for (auto [depth, frame] : llvm::enumerate(frames)) {
    auto isElsewhere = [&, &frame = frame](const Mark &mark) {
      return mark.instance == frame.instance && mark.value != frame.value;
    };
    Marks &here = known[depth];
    if (isElsewhere(here.write))
      report(here.write, access, depth, element);
    else if (isWrite && isElsewhere(here.read))
      report(here.read, access, depth, element);
    Mark &own = isWrite ? here.write : here.read;
    if (own.instance != frame.instance)
      own = {frame.instance, access, frame.value};
  }
}

void Recorder::report(const Mark &first, uint32_t access, size_t depth,
                      llvm::ArrayRef<int64_t> element) {
  const Frame &frame = frames[depth];
  Tally &tally = tallies[frame.loop];
  if (tally.conflicts++ == 0)
    tally.first = Conflict{first,
                           Mark{frame.instance, access, frame.value},
                           element.vec(),
                           {frames.begin(), frames.begin() + depth}};
}

void Recorder::allocate(const View &array, int64_t bytes, bool isUnset) {
  // The memory may have been another array's before.
  auto start = reinterpret_cast<uintptr_t>(array.data);
  for (uintptr_t address = start; address < start + bytes; ++address) {
    cells.erase(address);
    if (isUnset)
      unset.insert(address);
    else
      unset.erase(address);
  }
}

//===----------------------------------------------------------------------===//
// The document
//===----------------------------------------------------------------------===//

llvm::json::Object Recorder::placeOf(uint32_t access) const {
  const RecordedAccess &info = code.accesses[access];
  const Site &site = code.sites[info.site];
  return llvm::json::Object{{"kind", info.isWrite ? "write" : "read"},
                            {"array", site.name},
                            {"file", site.trace.at.file},
                            {"line", site.trace.at.line}};
}

llvm::json::Object Recorder::describe(const Mark &mark) const {
  llvm::json::Object place = placeOf(mark.access);
  place["iteration"] = mark.value;
  return place;
}

llvm::json::Value Recorder::findings() const {
  llvm::json::Array loops;
  for (auto [loop, tally] : llvm::zip_equal(code.loops, tallies)) {
    const Place &at = loop.trace.at;
    llvm::json::Object entry{{"file", at.file},
                             {"line", at.line},
                             {"column", at.column},
                             {"variable", loop.name},
                             {"index", loop.index},
                             {"asserted", loop.isAsserted},
                             {"depth", loop.depth},
                             {"iterations", tally.iterations},
                             {"conflicts", tally.conflicts},
                             {"conflict", nullptr}};
    if (tally.conflicts) {
      llvm::json::Array around;
      for (const Frame &frame : tally.first.around)
        around.push_back(llvm::json::Object{
            {"variable", code.loops[frame.loop].name}, {"value", frame.value}});
      entry["conflict"] = llvm::json::Object{
          {"first", describe(tally.first.first)},
          {"second", describe(tally.first.second)},
          {"element", llvm::json::Array(tally.first.element)},
          {"around", std::move(around)}};
    }
    loops.push_back(std::move(entry));
  }
  llvm::json::Value missing = nullptr;
  if (unsetRead) {
    llvm::json::Object place = placeOf(unsetRead->first);
    place["element"] = llvm::json::Array(unsetRead->second);
    missing = std::move(place);
  }
  return llvm::json::Object{{"loops", std::move(loops)},
                            {"unset", std::move(missing)}};
}
