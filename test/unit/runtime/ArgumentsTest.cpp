//===- ArgumentsTest.cpp - arguments that fit, and that don't -------------===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TestSupport.h"

#include "runtime/Plan/Strided.h"

using namespace gpujit::runtime;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Pair;

static Argument array(std::vector<int64_t> extents,
                      std::vector<int64_t> strides) {
  Argument arg;
  arg.kind = Argument::Kind::DeviceArray;
  arg.dtype = DType::Float32;
  arg.rank = static_cast<int>(extents.size());
  arg.bits = 4096;
  std::copy(extents.begin(), extents.end(), arg.extents.begin());
  std::copy(strides.begin(), strides.end(), arg.strides.begin());
  return arg;
}

TEST(Argument, Contiguous) {
  EXPECT_TRUE(isContiguous(array({2, 3}, {12, 4})));
  EXPECT_TRUE(isContiguous(array({1, 3}, {999, 4})));
  EXPECT_TRUE(isContiguous(array({0, 3}, {7, -4})));
  EXPECT_TRUE(isContiguous(array({1}, {0})));
  EXPECT_FALSE(isContiguous(array({2, 3}, {4, 8})));
  EXPECT_FALSE(isContiguous(array({3}, {-4})));
  EXPECT_FALSE(isContiguous(array({3}, {0})));
}

TEST(Argument, ByteRange) {
  EXPECT_THAT(byteRange(array({2, 3}, {12, 4})), Pair(0, 24));
  EXPECT_THAT(byteRange(array({3}, {-8})), Pair(-16, 4));
  EXPECT_THAT(byteRange(array({0}, {4})), Pair(0, 0));
  // Beyond 32 bits.
  EXPECT_THAT(byteRange(array({int64_t(1) << 32}, {4})),
              Pair(0, int64_t(1) << 34));
}

static Recipe recipeOf(const char *layout, const char *access) {
  return Recipe::parse(
      std::string(
          R"({"version": 1, "kernel": "k", "frame_bytes": 0, "raises": false,
      "registers": 0, "body": [], "entries": [], "sites": [],
      "args": [{"name": "x", "kind": "array", "dtype": "float32", "rank": 1,
      "layout": ")") +
      layout + R"(", "access": ")" + access + R"("}]})");
}

static std::string refusal(const Recipe &recipe, const Argument &arg) {
  return caught<ArgumentError>([&] { validate(recipe, &arg, 1); }).what();
}

TEST(Argument, Refused) {
  Recipe reads = recipeOf("C", "read"), writes = recipeOf("strided", "write");
  Argument good = array({3}, {4});
  EXPECT_NO_THROW(validate(reads, &good, 1));
  EXPECT_THROW(validate(reads, &good, 2), ArgumentError);

  Argument other = good;
  other.dtype = DType::Float64;
  EXPECT_THAT(refusal(reads, other),
              HasSubstr("argument 'x' is array of float64, rank 1, but"));
  EXPECT_THAT(refusal(reads, array({2, 2}, {8, 4})), HasSubstr("rank 2"));
  EXPECT_THAT(refusal(reads, scalarInt(3)), HasSubstr("is pyint, but"));

  EXPECT_THAT(refusal(reads, array({3}, {8})), HasSubstr("isn't contiguous"));
  EXPECT_THAT(refusal(writes, array({3}, {6})),
              HasSubstr("stride of 6 bytes, no multiple"));
  EXPECT_THAT(refusal(writes, array({3}, {0})), HasSubstr("has stride 0"));
  Argument odd = good;
  odd.bits += 2;
  EXPECT_THAT(refusal(reads, odd), HasSubstr("isn't aligned"));
  Argument constant = good;
  constant.readonly = true;
  EXPECT_NO_THROW(validate(reads, &constant, 1));
  EXPECT_THAT(refusal(writes, constant), HasSubstr("is read-only"));

  // Without elements nothing can go wrong.
  Argument none = array({0}, {0});
  none.bits = 3;
  none.readonly = true;
  EXPECT_NO_THROW(validate(writes, &none, 1));
}

TEST(Strided, GatherAndScatter) {
  std::vector<float> source = {0, 1, 2, 3, 4, 5, 6, 7};
  Argument view = array({2, 2}, {-16, 8}); // 4, 6 / 0, 2
  std::vector<float> packed(4);
  auto *data = reinterpret_cast<char *>(source.data());
  gather(view, data + 16, reinterpret_cast<char *>(packed.data()));
  EXPECT_THAT(packed, ElementsAre(4, 6, 0, 2));
  packed = {10, 11, 12, 13};
  scatter(view, reinterpret_cast<char *>(packed.data()), data + 16);
  EXPECT_THAT(source, ElementsAre(12, 1, 13, 3, 10, 5, 11, 7));
}

TEST(Strided, EverySizeAndNoAxes) {
  for (DType type : {DType::Int8, DType::Int16, DType::Int32, DType::Int64}) {
    Argument view = array({3}, {static_cast<int64_t>(2 * sizeOf(type))});
    view.dtype = type;
    std::string from = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKL";
    std::string packed(3 * sizeOf(type), '?'), back(from.size(), '.');
    gather(view, from.data(), packed.data());
    EXPECT_EQ(packed, from.substr(0, sizeOf(type)) +
                          from.substr(2 * sizeOf(type), sizeOf(type)) +
                          from.substr(4 * sizeOf(type), sizeOf(type)));
    scatter(view, packed.data(), back.data());
    EXPECT_EQ(back[0], '0');
    EXPECT_EQ(back[sizeOf(type)], '.');
  }
  Argument single = array({}, {});
  float one = 5, copy = 0;
  gather(single, reinterpret_cast<char *>(&one),
         reinterpret_cast<char *>(&copy));
  EXPECT_EQ(copy, 5);
}
