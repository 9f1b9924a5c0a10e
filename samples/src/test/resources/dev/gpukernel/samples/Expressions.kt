package dev.gpukernel.samples

import dev.gpukernel.array.FloatNdArray
import dev.gpukernel.array.IntNdArray
import dev.gpukernel.array.NdArrays

fun sin(x: FloatNdArray) = x.sin()

/** Arithmetic by operators, and the same in loops: what differs is told. */
object Expressions {
    @JvmStatic
    fun differences(): List<String> {
        val a = FloatArray(1000) { (it * 37 % 101 - 50) / 8f }
        val b = FloatArray(1000) { (it * 61 % 89 - 44) / 4f }
        val k = IntArray(1000) { it * 13 - 5000 }
        val x = NdArrays.of(*a)
        val y = NdArrays.of(*b)
        val i = NdArrays.of(*k)
        var sums = x
        sums += y
        sums -= 1f
        val differences = mutableListOf<String>()
        fun check(what: String, array: FloatNdArray, loop: (Int) -> Float) {
            val expected = FloatArray(1000, loop)
            if (!array.toArray().contentEquals(expected)) differences += what
        }
        fun check(what: String, array: IntNdArray, loop: (Int) -> Int) {
            val expected = IntArray(1000, loop)
            if (!array.toArray().contentEquals(expected)) differences += what
        }
        check("x * 2f + sin(y) - 1f", x * 2f + sin(y) - 1f) { a[it] * 2f + StrictMath.sin(b[it].toDouble()).toFloat() - 1f }
        check("-x / y", -x / y) { -a[it] / b[it] }
        check("x % y", x % y) { a[it] % b[it] }
        check("i % 7", i % 7) { k[it] % 7 }
        check("i * x", i * x) { k[it] * a[it] }
        check("sums", sums) { a[it] + b[it] - 1f }
        for (at in 0..<1000 step 97) {
            if (x[at] != a[at] || i[at] != k[at]) differences += "x[$at]"
        }
        if (x[-1] != a[999]) differences += "x[-1]"
        if (NdArrays.of(*a).reshape(10, 100)[2, -3] != a[297]) differences += "x[2, -3]"
        // A fault of these loops' own would show in no other way.
        check("planted", x + 1f) { a[it] }
        return differences
    }
}
